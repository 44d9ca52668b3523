import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** Names and values of a thing, one pair a line. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className={classes.facts}>{children}</dl>
)

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
)
