import type { Share } from '@coffer/contract/shares'

/** A link to a file without limits. @param changed attributes that differ */
export const shareWith = (changed: Partial<Share['attributes']> = {}): Share => ({
  id: 's',
  type: 'share',
  attributes: {
    token: 't',
    type: 'file',
    item_id: 'i',
    link: 'https://example.org/t',
    direct_link: null,
    permission: 'visitor',
    protected: false,
    expire_in: null,
    expires_at: null,
    download_limit: null,
    downloads: 0,
    visits: 0,
    is_open: true,
    created_at: '2026-11-20T08:00:00.000Z',
    ...changed,
  },
})
