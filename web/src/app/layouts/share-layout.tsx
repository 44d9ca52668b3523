import { ShareGate } from '../../pages/guest/share-gate.tsx'
import { LinkFrame } from './link-frame.tsx'

/** The layout of share pages. */
export const ShareLayout = () => (
  <LinkFrame>
    <ShareGate />
  </LinkFrame>
)
