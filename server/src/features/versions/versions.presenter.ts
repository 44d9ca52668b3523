import type { Version } from '@coffer/contract/versions'
import type { History } from './versions.service.ts'

interface Content {
  id: string
  size_bytes: number
  mimetype: string | null
  creator_id: string | null
  creator_name: string | null
  created_at: number
}

export function presentHistory({ item, current, earlier }: History): Version[] {
  const present = (content: Content, fileUrl: string): Version => ({
    id: content.id,
    type: 'version',
    attributes: {
      is_current: content.id === item.id,
      size_bytes: content.size_bytes,
      mimetype: content.mimetype,
      file_url: fileUrl,
      created_at: new Date(content.created_at).toISOString(),
    },
    relationships: { creator: { data: personOf(content) } },
  })
  const url = `/file/${item.id}`
  return [
    present({ ...item, ...current }, url),
    ...earlier.map(version => present(version, `${url}?version=${version.id}`)),
  ]
}

const personOf = ({ creator_id: id, creator_name: name }: Content) =>
  id && name !== null ? { id, type: 'user' as const, attributes: { name } } : null
