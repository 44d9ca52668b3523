import type { ReactNode } from 'react'
import classes from './status-mark.module.css'

export type StatusTone = 'good' | 'warn' | 'danger' | 'info' | 'quiet'

/** Shapes of the glyph. Together with the tone they distinguish states without colour. */
export type StatusShape =
  | 'dashed'
  | 'target'
  | 'dot'
  | 'half'
  | 'ring-tick'
  | 'ring-minus'
  | 'tick'
  | 'exclamation'
  | 'pause'
  | 'plus'
  | 'minus'
  | 'arrows'

export interface StatusStyle {
  shape: StatusShape
  tone: StatusTone
}

interface StatusMarkProps extends StatusStyle {
  children: ReactNode
}

/** A state in a table: a glyph and a word. Beside a title use StatusTag. */
export const StatusMark = ({ shape, tone, children }: StatusMarkProps) => (
  <span className={classes.mark}>
    <svg
      className={classes.glyph}
      data-tone={tone}
      viewBox="0 0 14 14"
      width={14}
      height={14}
      aria-hidden
    >
      {GLYPHS[shape]}
    </svg>
    <span>{children}</span>
  </span>
)

const ring = <circle cx={7} cy={7} r={5.5} className={classes.line} />
const disc = <circle cx={7} cy={7} r={6.25} fill="currentColor" />

const GLYPHS: Record<StatusShape, ReactNode> = {
  dashed: <circle cx={7} cy={7} r={5.5} className={classes.line} strokeDasharray="2.3 2.02" />,
  target: (
    <>
      {ring}
      <circle cx={7} cy={7} r={2} fill="currentColor" />
    </>
  ),
  dot: <circle cx={7} cy={7} r={4} fill="currentColor" />,
  half: (
    <>
      {ring}
      <path d="M7 1.5a5.5 5.5 0 0 0 0 11z" fill="currentColor" />
    </>
  ),
  'ring-tick': (
    <>
      {ring}
      <path d="M4.7 7.1l1.6 1.6 3-3.2" className={classes.line} />
    </>
  ),
  'ring-minus': (
    <>
      {ring}
      <path d="M4.6 7h4.8" className={classes.line} />
    </>
  ),
  tick: (
    <>
      {disc}
      <path d="M4.3 7.2l1.9 1.9 3.5-3.9" className={classes.cut} />
    </>
  ),
  exclamation: (
    <>
      {disc}
      <path d="M7 3.7v4M7 10v.2" className={classes.cut} />
    </>
  ),
  pause: (
    <>
      {ring}
      <path d="M5.6 5.2v3.6M8.4 5.2v3.6" className={classes.line} />
    </>
  ),
  plus: <path d="M7 2.5v9M2.5 7h9" className={classes.line} />,
  minus: <path d="M2.5 7h9" className={classes.line} />,
  arrows: (
    <path d="M4.5 2L2 4.5 4.5 7M2 4.5h10M9.5 7L12 9.5 9.5 12M12 9.5H2" className={classes.line} />
  ),
}

interface StatusTagProps {
  tone: StatusTone
  children: ReactNode
}

/** A state beside a title, as a tag. */
export const StatusTag = ({ tone, children }: StatusTagProps) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
)
