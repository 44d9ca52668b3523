import { type ReactNode, useId } from 'react'
import classes from './figure-card.module.css'

interface FigureCardProps {
  title: string
  value: string
  /** A comparison of the value, below it. */
  text: ReactNode
  /** A small drawing beside the value. */
  picture?: ReactNode
  /** Further figures, below a line. */
  children?: ReactNode
}

/** A card with one large figure. */
export function FigureCard({ title, value, text, picture, children }: FigureCardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <div className={classes.main}>
        <div>
          <p className={classes.value}>{value}</p>
          <p className={classes.text}>{text}</p>
        </div>
        {picture}
      </div>
      {children && <div className={classes.more}>{children}</div>}
    </section>
  )
}

/** A labelled figure in the lower part of the card. */
export const FigureLine = ({ label, value }: { label: string; value: string }) => (
  <p className={classes.line}>
    <span>{label}</span>
    <strong>{value}</strong>
  </p>
)

/** A used share as a bar. */
export function UsageBar({ share }: { share: number }) {
  return (
    <span className={classes.bar} data-full={share > 0.9 || undefined} aria-hidden>
      <span style={{ width: `${Math.min(100, share * 100)}%` }} />
    </span>
  )
}
