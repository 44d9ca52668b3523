import { Outlet } from '@tanstack/react-router'
import { LinkFrame } from './link-frame.tsx'

/** The page of a request for files. */
export const RequestLayout = () => (
  <LinkFrame>
    <Outlet />
  </LinkFrame>
)
