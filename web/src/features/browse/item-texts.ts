import type { Item } from '@coffer/contract/items'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'

/** Translation and formatting functions that rows share. */
export interface ItemTexts {
  t: TFunction
  format: ReturnType<typeof useFormat>
}

/** Props of the parts of a row or card. */
export interface OfItem {
  item: Item
  texts: ItemTexts
}

/** Returns a stable object until the language changes. */
export function useItemTexts(): ItemTexts {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(() => ({ t, format }), [t, format])
}

/** The owner's name when it is another user, otherwise null. */
export function otherOwner({ relationships }: Item, me: string): string | null {
  const { data } = relationships.owner
  return data === null || data.id === me ? null : data.attributes.name
}

/** The number of items in a folder, or the size of a file. */
export function sizeOf(
  { attributes }: Item,
  { t, format }: ItemTexts,
): { text: string; exact: string } {
  if (attributes.items === null)
    return {
      text: format.bytes(attributes.size_bytes),
      exact: format.exactBytes(attributes.size_bytes),
    }
  const text = t('files.items', { count: attributes.items })
  return { text, exact: text }
}
