import { useLocation } from '@tanstack/react-router'
import { config } from '../../lib/config.ts'
import { ShareGate } from '../../pages/guest/share-gate.tsx'
import { LinkFrame } from './link-frame.tsx'

/** The layout of share pages. */
export function ShareLayout() {
  const isFile = useLocation({ select: ({ pathname }) => pathname.endsWith('/file') })
  const { adsense } = config()
  return (
    <LinkFrame adSlot={isFile ? adsense?.banner01 : adsense?.banner02}>
      <ShareGate />
    </LinkFrame>
  )
}
