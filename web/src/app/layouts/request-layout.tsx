import { Outlet } from '@tanstack/react-router'
import { LinkFrame } from './link-frame.tsx'

/** The layout of upload request pages. */
export const RequestLayout = () => (
  <LinkFrame>
    <Outlet />
  </LinkFrame>
)
