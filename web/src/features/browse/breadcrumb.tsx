import type { Item } from '@coffer/contract/items'
import type { Crumb } from '@coffer/contract/resource'
import { Skeleton } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { shownName } from '../../lib/shown-name.ts'
import { FolderIcon } from '../../ui/folder-icon.tsx'
import classes from './breadcrumb.module.css'
import type { LocationKind } from './browse.api.ts'
import { type Drops, useDropTarget } from './drops.ts'
import { useFolderAddress } from './folder-address.ts'

const HiddenSteps = lazy(async () => ({
  default: (await import('./hidden-steps.tsx')).HiddenSteps,
}))

/** Further folders in the middle are collapsed into a menu. */
const MAX_VISIBLE = 2

interface BreadcrumbProps {
  place: LocationKind
  /** The name of the location's top level. */
  top: string
  /** Undefined while it is loading. */
  root: Item | null | undefined
  ancestors: readonly Crumb[]
  drops: Drops | undefined
  /** The menu of the current folder. */
  menu?: ReactNode
}

/** The path to the current folder. Each crumb is a drop target. */
export function Breadcrumb({ place, top, root, ancestors, drops, menu }: BreadcrumbProps) {
  const { t } = useTranslation()
  const hiddenCrumbs = ancestors.slice(0, Math.max(0, ancestors.length - MAX_VISIBLE))
  const visibleCrumbs = ancestors.slice(hiddenCrumbs.length)
  const step = { place, drops }
  return (
    <nav className={classes.crumbs} aria-label={t('files.path')}>
      <ol className={classes.steps}>
        {/* Only Files has a folder at its top; other locations collect items of many folders. */}
        {root !== null && (
          <Step
            place={place}
            id={null}
            name={top}
            drops={place === 'folders' ? drops : undefined}
          />
        )}
        {hiddenCrumbs.length > 0 && (
          <Suspense>
            <HiddenSteps place={place} crumbs={hiddenCrumbs} />
          </Suspense>
        )}
        {visibleCrumbs.map(crumb => (
          <Step key={crumb.id} {...step} {...crumb} />
        ))}
        <li className={classes.current}>
          <CurrentFolder root={root} top={top} />
          {menu}
        </li>
      </ol>
    </nav>
  )
}

function CurrentFolder({ root, top }: Pick<BreadcrumbProps, 'root' | 'top'>) {
  if (root === undefined) return <Skeleton width={120} height={16} radius="sm" />
  const { name, color, emoji } = root?.attributes ?? { name: top, color: null, emoji: null }
  return (
    <h1 className={classes.title} aria-current="page">
      {(emoji || color) && <FolderIcon color={color} emoji={emoji} size={26} />}
      <span className={classes.name} title={shownName(name)}>
        {shownName(name)}
      </span>
    </h1>
  )
}

interface StepProps extends Partial<Pick<Crumb, 'emoji' | 'color'>> {
  place: LocationKind
  id: string | null
  name: string
  drops: Drops | undefined
}

function Step({ place, id, name, emoji = null, color = null, drops }: StepProps) {
  const navigate = useNavigate()
  const address = useFolderAddress(place)(id)
  const { isOver, handlers } = useDropTarget({
    folder: { id, name },
    drops,
    onHold: () => void navigate(address),
  })
  return (
    <li className={classes.step}>
      <Link
        {...address}
        className={classes.link}
        data-over={isOver || undefined}
        draggable={false}
        {...handlers}
      >
        {(emoji || color) && <FolderIcon color={color} emoji={emoji} size={20} />}
        <span className={classes.name}>{shownName(name)}</span>
      </Link>
      <span className={classes.slash} aria-hidden>
        /
      </span>
    </li>
  )
}
