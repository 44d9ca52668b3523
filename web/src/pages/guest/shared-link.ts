import { createContext, use } from 'react'
import type { OpenLink } from '../../features/shares/sharing.api.ts'

export const SharedLinkContext = createContext<OpenLink | null>(null)

/** The share of this page; only available below ShareGate. */
export function useSharedLink(): OpenLink {
  const link = use(SharedLinkContext)
  if (!link) throw new Error('A shared page is drawn without its link.')
  return link
}
