import type { Item } from '@coffer/contract/items'
import { decodeText } from '@coffer/contract/text-encoding'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contentUrl } from './viewer-of.ts'

const STEP_BYTES = 1024 * 1024
const MAX_BYTES = 5 * STEP_BYTES

/** Loads the beginning of a text file, in steps of STEP_BYTES up to MAX_BYTES. */
export function useText({ attributes }: Item) {
  const { size_bytes } = attributes
  const url = contentUrl(attributes)
  const [limit, setLimit] = useState(STEP_BYTES)
  const { data, isError } = useQuery({
    queryKey: ['preview-text', url, limit],
    queryFn: async ({ signal }) => {
      const end = Math.min(limit, size_bytes) - 1
      const headers = { Range: `bytes=0-${end}` }
      const response = await fetch(url ?? '', { headers, signal })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      const bytes = new Uint8Array(await response.arrayBuffer())
      return decodeText(bytes, bytes.length >= size_bytes)
    },
    placeholderData: before => before,
    gcTime: 0,
  })
  const isCut = size_bytes > limit
  const more = isCut && limit < MAX_BYTES ? () => setLimit(limit + STEP_BYTES) : null
  return { text: data, isError, isCut, more }
}
