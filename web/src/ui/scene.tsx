import classes from './scene.module.css'

/** The illustration of the harbour at a time of day, drawn with CSS. Decorative. */
export function Scene({
  time,
  className,
}: {
  time: 'dawn' | 'evening' | 'night'
  className?: string | undefined
}) {
  return <div className={`${classes.scene} ${className ?? ''}`} data-time={time} aria-hidden />
}
