import { lazy, Suspense } from 'react'
import { config } from '../lib/config.ts'

/** Most servers have no logo of their own. */
const LogoPicture = lazy(async () => ({
  default: (await import('./logo-picture.tsx')).LogoPicture,
}))

interface LogoProps {
  size?: number
  /** Without a label the logo is decorative. */
  label?: string
}

/** The administrator's logo if there is one, otherwise the Coffer logo. */
export function Logo({ size = 32, label = '' }: LogoProps) {
  const { main, main_dark } = config().logos
  if (main === null) return <CofferLogo size={size} label={label} />
  return (
    <Suspense fallback={<LogoName label={label} />}>
      <LogoPicture light={main} dark={main_dark} height={size} label={label} />
    </Suspense>
  )
}

/** Names a link whose logo is still loading. */
const LogoName = ({ label }: { label: string }) =>
  label === '' ? null : <svg width={0} height={0} role="img" aria-label={label} />

/** The logo with the app's name; a horizontal logo may contain the name already. */
export function NamedLogo({ size }: { size: number }) {
  const { logos, appName } = config()
  if (logos.horizontal !== null)
    return (
      <Suspense fallback={<LogoName label={appName} />}>
        <LogoPicture
          light={logos.horizontal}
          dark={logos.horizontal_dark}
          height={size}
          label={appName}
        />
      </Suspense>
    )
  return (
    <>
      <Logo size={size} />
      {appName}
    </>
  )
}

/** The Coffer logo: a chest with a brass handle. */
export function CofferLogo({ size, label }: Required<LogoProps>) {
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
