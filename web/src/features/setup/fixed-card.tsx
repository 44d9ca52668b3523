import { Lock } from 'lucide-react'
import classes from './fixed-card.module.css'

/** A value that the environment sets, so that the wizard need not ask for it. */
export const FixedCard = ({ title, text }: { title: string; text: string }) => (
  <div className={classes.card}>
    <Lock size={18} strokeWidth={1.75} aria-hidden />
    <div>
      <strong>{title}</strong>
      <p>{text}</p>
    </div>
  </div>
)
