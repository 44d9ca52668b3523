import type { Item } from '@coffer/contract/items'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'

/** What items are told with. */
export interface ItemTexts {
  t: TFunction
  format: ReturnType<typeof useFormat>
}

/** What one part of a row or a card needs to know. */
export interface OfItem {
  item: Item
  words: ItemTexts
}

/** The same until the language is another one. */
export function useItemTexts(): ItemTexts {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => ({ t, format }), [t, format])
}

/** Whose it is, where that is somebody else. */
export function otherOwner({ relationships }: Item, me: string): string | null {
  const { data } = relationships.owner
  return data === null || data.id === me ? null : data.attributes.name
}

/** How many items a folder holds, how large a file is. */
export function sizeOf(
  { attributes }: Item,
  { t, format }: ItemTexts,
): { words: string; exact: string } {
  if (attributes.items === null)
    return {
      words: format.bytes(attributes.size_bytes),
      exact: format.exactBytes(attributes.size_bytes),
    }
  const words = t('files.items', { count: attributes.items })
  return { words, exact: words }
}
