import { ShareGate } from '../../pages/guest/share-gate.tsx'
import { LinkFrame } from './link-frame.tsx'

/** The pages of a link. */
export const ShareLayout = () => (
  <LinkFrame>
    <ShareGate />
  </LinkFrame>
)
