import { config } from '../lib/config.ts'
import classes from './logo.module.css'

interface LogoProps {
  size?: number
  /** Without one it is decoration. */
  label?: string
}

/** The administrator's own picture if he has chosen one, and else the coffer. */
export function Logo({ size = 32, label = '' }: LogoProps) {
  const { main, main_dark } = config().logos
  if (main === null) return <Coffer size={size} label={label} />
  return <Picture light={main} dark={main_dark} height={size} label={label} />
}

/** With the app's name, which a picture of the administrator's may have in it. */
export function NamedLogo({ size }: { size: number }) {
  const { logos, appName } = config()
  if (logos.horizontal !== null)
    return (
      <Picture
        light={logos.horizontal}
        dark={logos.horizontal_dark}
        height={size}
        label={appName}
      />
    )
  return (
    <>
      <Logo size={size} />
      {appName}
    </>
  )
}

interface PictureProps {
  light: string
  dark: string | null
  height: number
  label: string
}

function Picture({ light, dark, height, label }: PictureProps) {
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

/** The coffer: a chest with a brass handle. */
function Coffer({ size, label }: Required<LogoProps>) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-hidden={!label}>
      <title>{label}</title>
      <path
        d="M8 12V9.6C8 6.5 10.6 5 16 5s8 1.5 8 4.6V12"
        fill="none"
        stroke="#d8a441"
        strokeWidth="3"
      />
      <rect x="3" y="10.5" width="26" height="17" rx="4" fill="var(--logo, #0e8f7c)" />
      <path
        d="M16 16.5a2 2 0 0 1 1.1 3.67l.5 2.33h-3.2l.5-2.33A2 2 0 0 1 16 16.5z"
        fill="#06332c"
      />
    </svg>
  )
}
