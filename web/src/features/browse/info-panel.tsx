import type { Customer } from '@coffer/contract/customers'
import type { Item } from '@coffer/contract/items'
import type { Crumb } from '@coffer/contract/resource'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { useFormat } from '../../lib/use-format.ts'
import { FileTile } from '../../ui/file-tile.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ThumbnailImage } from '../../ui/thumbnail.tsx'
import { DocumentChip } from './document-chip.tsx'
import { ExifFacts } from './exif-facts.tsx'
import { Fact } from './fact.tsx'
import classes from './info-panel.module.css'
import { ItemIcon } from './item-face.tsx'
import { sizeOf, useItemTexts } from './item-texts.ts'
import { WhereFact } from './where-fact.tsx'

interface InfoPanelProps {
  item: Item
  me: string
  /** The current folder, and the folders above it. */
  root: Item | null
  ancestors: readonly Crumb[]
  /** The customer whose folder it is or is in. */
  customer?: Customer | null | undefined
  /** Undefined where the panel can't be closed. */
  onClose?: (() => void) | undefined
  /** Called when the user opens the folder that contains the item. */
  onLeave?: (() => void) | undefined
  children?: ReactNode
  /** Rendered after the facts. */
  foot?: ReactNode
}

/** Shows the details of an item. */
export function InfoPanel({ item, onClose, children, foot, ...props }: InfoPanelProps) {
  const { t } = useTranslation()
  const kind = useKind(item)
  const texts = useItemTexts()
  const size = sizeOf(item, texts)
  return (
    <div className={classes.panel}>
      {onClose && (
        <IconButton
          icon={X}
          label={t('files.close_details')}
          size="small"
          className={classes.close}
          onClick={onClose}
        />
      )}
      <View item={item} />
      <h2 className={classes.name}>{shownName(item.attributes.name)}</h2>
      <p className={classes.kind} title={size.exact}>
        {kind} · {size.text}
      </p>
      <p className={classes.chip}>
        <DocumentChip item={item} texts={texts} />
      </p>
      {children && <div className={classes.actions}>{children}</div>}
      <Facts item={item} {...props} />
      {foot}
    </div>
  )
}

function View({ item }: { item: Item }) {
  const { thumbnail } = item.attributes
  return (
    <div className={classes.view} data-plain={thumbnail === null || undefined}>
      {item.type === 'folder' ? (
        <ItemIcon item={item} size={88} />
      ) : (
        <FileTile name={item.attributes.name} size={64} />
      )}
      {thumbnail && (
        <ThumbnailImage key={thumbnail.lg} src={thumbnail.lg} className={classes.picture} />
      )}
    </div>
  )
}

function Facts({
  item,
  me,
  customer,
  ...location
}: Omit<InfoPanelProps, 'onClose' | 'children' | 'foot'>) {
  const { t } = useTranslation()
  const { created_at, updated_at, deleted_at, original_name } = item.attributes
  const name = (person: Item['relationships']['owner']) =>
    person.data?.id === me ? t('files.you') : (person.data?.attributes.name ?? '–')
  const { owner, creator } = item.relationships
  return (
    <dl className={classes.facts}>
      <WhereFact item={item} me={me} {...location} />
      <Fact label={t('files.added')}>
        <When iso={created_at} />
      </Fact>
      {updated_at !== created_at && (
        <Fact label={t('files.changed')}>
          <When iso={updated_at} />
        </Fact>
      )}
      {deleted_at && (
        <Fact label={t('files.removed')}>
          <When iso={deleted_at} />
        </Fact>
      )}
      <Fact label={t('files.owner')}>{name(owner)}</Fact>
      {creator.data && creator.data.id !== owner.data?.id && (
        <Fact label={t('files.added_by')}>{name(creator)}</Fact>
      )}
      {customer && <CustomerFacts customer={customer} />}
      {item.type === 'file' && <ExifFacts item={item} />}
      {original_name && <Fact label={t('files.original_name')}>{original_name}</Fact>}
    </dl>
  )
}

function CustomerFacts({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  return (
    <>
      <Fact label={t('customers.customer')}>
        {customer.first_name} {customer.last_name}
      </Fact>
      <Fact label={t('customers.identification')}>{customer.identification}</Fact>
      <Fact label={t('customers.member_number')}>{customer.member_number}</Fact>
    </>
  )
}

function When({ iso }: { iso: string }) {
  const format = useFormat()
  return (
    <time dateTime={iso} title={format.exactDate(iso)}>
      {format.dateTime(iso)}
    </time>
  )
}

function useKind({ type, attributes }: Item): string {
  const { t } = useTranslation()
  return type === 'folder'
    ? t('files.kind_folder')
    : t(`files.kind_${attributes.category ?? 'other'}`)
}
