import classes from './logo.module.css'

interface PictureProps {
  light: string
  dark: string | null
  height: number
  label: string
}

/** A logo uploaded by an administrator, in both themes. */
export function LogoPicture({ light, dark, height, label }: PictureProps) {
  if (dark === null)
    return <img className={classes.picture} src={light} height={height} alt={label} />
  return (
    <>
      <img
        className={`${classes.picture} ${classes.light}`}
        src={light}
        height={height}
        alt={label}
      />
      <img
        className={`${classes.picture} ${classes.dark}`}
        src={dark}
        height={height}
        alt={label}
      />
    </>
  )
}
