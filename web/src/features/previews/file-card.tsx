import type { Item } from '@coffer/contract/items'
import { Button } from '@mantine/core'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FileTile } from '../../ui/file-tile.tsx'
import classes from './views.module.css'

/** A card with the facts of a file that has no preview, and a download button. */
export function FileCard({ item, onDownload }: { item: Item; onDownload: (item: Item) => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { name, size_bytes, updated_at } = item.attributes
  return (
    <div className={classes.card}>
      <FileTile name={name} size={84} />
      <p className={classes.cardName}>{shownName(name)}</p>
      <p className={classes.cardFacts}>
        {format.bytes(size_bytes)} · {format.date(updated_at)}
      </p>
      <p className={classes.cardFacts}>{t('preview.none')}</p>
      {item.meta.can.download && (
        <Button
          variant="default"
          leftSection={<Download size={18} strokeWidth={1.75} aria-hidden />}
          onClick={() => onDownload(item)}
        >
          {t('files.download')}
        </Button>
      )}
    </div>
  )
}
