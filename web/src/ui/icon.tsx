import type { LucideIcon, LucideProps } from 'lucide-react'

const DEFAULT_PX = 24

interface IconProps extends Omit<LucideProps, 'size'> {
  icon: LucideIcon
  /** Pixels, or a multiple of 24 pixels such as `1.5x`. */
  size?: number | `${number}` | `${number}x`
}

/** A decorative icon in the stroke of buttons and navigation (APP-24). */
export function Icon({ icon: Drawing, size = DEFAULT_PX, ...props }: IconProps) {
  const [, value = DEFAULT_PX, unit] = /^(.+?)(x?)$/.exec(String(size)) ?? []
  const px = Number(value) * (unit ? DEFAULT_PX : 1)
  return <Drawing strokeWidth={1.75} aria-hidden {...props} size={px} />
}
