/** The coffer: a chest with a brass handle. Without a label it is decoration. */
export function Logo({ size = 32, label }: { size?: number; label?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" role="img" aria-hidden={!label}>
      <title>{label ?? ''}</title>
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
