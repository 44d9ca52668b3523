import classes from './scene.module.css'

/** The harbour's hill at a time of day. Drawn, not loaded; decoration. */
export function Scene({
  time,
  className,
}: {
  time: 'dawn' | 'evening' | 'night'
  className?: string | undefined
}) {
  return <div className={`${classes.scene} ${className ?? ''}`} data-time={time} aria-hidden />
}
