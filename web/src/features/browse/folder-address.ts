import type { ToOptions } from '@tanstack/react-router'
import { useDoor } from '../../lib/door.ts'
import { NO_FOLDER } from '../../lib/no-folder.ts'

const ADDRESS = { files: '/platform/files/{-$id}', trash: '/platform/trash/{-$id}' } as const

/** Where a folder is opened, and with null the top. */
export function useFolderAddress(place: 'files' | 'trash'): (id: string | null) => ToOptions {
  const { addressOf } = useDoor()
  return id => addressOf?.(id) ?? { to: ADDRESS[place], params: id ? { id } : NO_FOLDER }
}
