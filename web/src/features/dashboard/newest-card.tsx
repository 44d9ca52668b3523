import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import classes from './newest-card.module.css'

interface NewestCardProps {
  title: string
  /** Leads to all of them. */
  link: LinkProps
  linkText: string
  children: ReactNode
}

/** The newest entries of a list, with a link to the whole list. */
export function NewestCard({ title, link, linkText, children }: NewestCardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <Link {...link} className={classes.all}>
          {linkText}
        </Link>
      </div>
      <ul className={classes.list}>{children}</ul>
    </section>
  )
}
