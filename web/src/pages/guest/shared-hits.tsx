import type { SearchHit } from '@coffer/contract/search'
import { Button, Loader } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert, SearchX } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ItemIcon } from '../../features/browse/item-face.tsx'
import { Marked } from '../../features/search/marked.tsx'
import { allHitsQuery, NO_FILTERS } from '../../features/search/search.api.ts'
import { useApiScope } from '../../lib/api-scope.ts'
import { useFormat } from '../../lib/use-format.ts'
import { EmptyState, StateIcon } from '../../ui/empty-state.tsx'
import { ListRest } from '../../ui/list-rest.tsx'
import { TwoLineText } from '../../ui/two-line-text.tsx'
import { hideContentIfLimited } from './limited-downloads.ts'
import classes from './shared-hits.module.css'
import type { SharedFolder } from './use-shared-folder.ts'

const GuestPreview = lazy(async () => ({
  default: (await import('./guest-preview.tsx')).GuestPreview,
}))

/** Search results within the share, shown instead of the folder. */
export function SharedHits({ folder }: { folder: SharedFolder }) {
  const { t } = useTranslation()
  const scope = useApiScope()
  const { query } = folder
  const search = useInfiniteQuery(allHitsQuery(query, NO_FILTERS, true, scope))
  const hits = useMemo(() => search.data?.pages.flatMap(page => page.data) ?? [], [search.data])
  const files = useMemo(() => hits.filter(hit => hit.type === 'file'), [hits])
  const [previewed, setPreviewed] = useState<SearchHit | null>(null)
  const open = (hit: SearchHit) => {
    if (hit.type === 'file') return setPreviewed(hit)
    folder.setSearchText('')
    folder.goTo(hit.id)
  }
  if (search.isPending)
    return (
      <div className={classes.loading}>
        <Loader color="gray" size="sm" />
      </div>
    )
  if (search.isError && hits.length === 0)
    return (
      <EmptyState
        picture={<StateIcon icon={CircleAlert} isDanger />}
        title={t('files.failed')}
        text={t('files.failed_text')}
      >
        <Button onClick={() => void search.refetch()}>{t('files.retry')}</Button>
      </EmptyState>
    )
  if (hits.length === 0)
    return (
      <EmptyState
        picture={<StateIcon icon={SearchX} />}
        title={t('search.none', { query })}
        text={t('guest_shares.none_text')}
      />
    )
  return (
    <div className={classes.results}>
      <ul className={classes.hits} aria-label={t('guest_shares.hits_of', { query })}>
        {hits.map(hit => (
          <li key={hit.id}>
            <Hit hit={hit} top={folder.link} onOpen={() => open(hit)} />
          </li>
        ))}
      </ul>
      <ListRest query={search} label={t('guest_shares.more_hits')} className={classes.more} />
      {previewed && (
        <Suspense>
          <GuestPreview
            item={previewed}
            index={files.indexOf(previewed)}
            transformPreview={hideContentIfLimited(folder.link)}
            rows={{
              total: files.length,
              itemAt: index => files[index],
              load: async (from, to) => files.slice(from, to + 1),
              indexOf: id => files.findIndex(file => file.id === id),
            }}
            onClose={() => setPreviewed(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface HitProps {
  hit: SearchHit
  top: { itemId: string; name: string }
  onOpen: () => void
}

function Hit({ hit, top, onOpen }: HitProps) {
  const format = useFormat()
  const { path, snippet, marks } = hit.meta
  const folders = path.filter(({ id }) => id !== top.itemId).map(({ name }) => name)
  return (
    <button type="button" className={classes.hit} onClick={onOpen}>
      <ItemIcon item={hit} size={36} />
      <TwoLineText
        name={<Marked text={hit.attributes.name} marks={marks} />}
        note={snippet ? <Marked {...snippet} /> : [top.name, ...folders].join(' / ')}
      />
      {hit.type === 'file' && (
        <span className={classes.size}>{format.bytes(hit.attributes.size_bytes)}</span>
      )}
    </button>
  )
}
