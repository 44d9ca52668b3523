import type { Item } from '@coffer/contract/items'
import { Check } from 'lucide-react'
import { memo } from 'react'
import { shownName } from '../../lib/shown-name.ts'
import { FileTile } from '../../ui/file-tile.tsx'
import { ThumbnailImage } from '../../ui/thumbnail.tsx'
import { DocumentChip } from './document-chip.tsx'
import { useDropTarget } from './drops.ts'
import { asCell } from './grid-roles.ts'
import classes from './item-card.module.css'
import { ItemIcon } from './item-face.tsx'
import { type ItemLineProps, MoreButton, useIsHere, VersionBadge } from './item-row.tsx'
import { type OfItem, otherOwner, sizeOf } from './item-texts.ts'
import { Pending } from './pending.tsx'
import { ShareMark } from './share-mark.tsx'
import { StarMark } from './star-mark.tsx'
import { TeamMark } from './team-mark.tsx'

interface ItemCardProps extends ItemLineProps {
  canDrag: boolean
}

export const ItemCard = memo(function ItemCard({ item, ...props }: ItemCardProps) {
  const isHere = useIsHere(item)
  if (item && isHere) return <LoadedCard item={item} {...props} />
  return (
    <div {...asCell({ 'aria-busy': true })} id={props.id} className={classes.card}>
      <div className={`${classes.view} ${classes.pending}`} />
      <div className={classes.foot}>
        <div className={classes.words}>
          <Pending width="60%" height={12} />
          <Pending width="30%" height={10} marginTop={9} />
        </div>
      </div>
    </div>
  )
})

function LoadedCard({ item, ...props }: Omit<ItemCardProps, 'item'> & { item: Item }) {
  const { index, id, isSelected, isCurrent, isCut, isChoosing, canDrag, editor, words } = props
  const { isFlat } = props
  const owner = isFlat ? otherOwner(item, props.me) : null
  const isFolder = item.type === 'folder'
  const { isOver, handlers } = useDropTarget({
    folderId: item.id,
    drops: isFolder ? props.drops : undefined,
    onHold: isFolder ? () => props.onOpen(item) : undefined,
  })
  return (
    <div
      {...asCell({ 'aria-selected': isSelected })}
      id={id}
      className={classes.card}
      data-index={index}
      data-current={isCurrent || undefined}
      data-cut={isCut || undefined}
      data-over={isOver || undefined}
      draggable={canDrag && !editor}
      {...(isFolder && handlers)}
    >
      <CardView item={item} words={words} />
      {isChoosing && (
        <span className={classes.tick} data-on={isSelected || undefined} aria-hidden>
          <Check size={14} strokeWidth={3} />
        </span>
      )}
      <div className={classes.foot}>
        <div className={classes.words}>
          {editor || (
            <span className={classes.name} title={shownName(item.attributes.name)}>
              {shownName(item.attributes.name)}
            </span>
          )}
          <span className={classes.below}>
            <span className={classes.size}>
              {[sizeOf(item, words).words, owner].filter(Boolean).join(' · ')}
            </span>
            <ShareMark item={item} words={words} />
            <VersionBadge item={item} words={words} />
          </span>
        </div>
        <TeamMark item={item} words={words} isFlat={isFlat} />
        {item.attributes.is_favourite && <StarMark words={words} />}
        <MoreButton item={item} words={words} />
      </div>
    </div>
  )
}

function CardView({ item, words }: OfItem) {
  const { thumbnail } = item.attributes
  return (
    <div className={classes.view}>
      {/* What it is stands there until its picture does. */}
      <FaceOf item={item} />
      {thumbnail && (
        <ThumbnailImage
          src={thumbnail.sm}
          srcSet={`${thumbnail.sm} 240w, ${thumbnail.lg} 960w`}
          sizes="220px"
          className={classes.picture}
        />
      )}
      <span className={classes.chip}>
        <DocumentChip item={item} words={words} />
      </span>
    </div>
  )
}

function FaceOf({ item }: { item: Item }) {
  const { name } = item.attributes
  if (item.type === 'folder') return <ItemIcon item={item} size={76} />
  return <FileTile name={name} size={60} />
}
