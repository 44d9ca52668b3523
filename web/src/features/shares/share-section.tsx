import type { Item } from '@coffer/contract/items'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linkState } from '../../lib/link-state.ts'
import { useFormat } from '../../lib/use-format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { InfoButtons, InfoCard, InfoFacts } from '../../ui/info-card.tsx'
import { copyLink } from './copy-link.ts'
import classes from './share-section.module.css'
import { type ShareCache, shareQuery } from './shares.api.ts'

const ShareDialog = lazy(async () => ({
  default: (await import('./share-dialog.tsx')).ShareDialog,
}))

interface ShareSectionProps {
  item: Item
  cache: ShareCache
}

/** The link of an item in its details. */
export function ShareSection({ item, cache }: ShareSectionProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  const shared = item.relationships.shared.data
  return (
    <>
      {shared ? (
        <SharedCard shared={shared.attributes} onManage={open} />
      ) : (
        <InfoCard
          label={t('shares.shared')}
          title={t('shares.not_shared')}
          icon={Link}
          mark={
            <Button variant="default" onClick={open}>
              {t('shares.share')}
            </Button>
          }
        />
      )}
      {isOpen && (
        <Suspense>
          <ShareDialog item={item} cache={cache} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface SharedCardProps {
  shared: NonNullable<Item['relationships']['shared']['data']>['attributes']
  onManage: () => void
}

function SharedCard({ shared, onManage }: SharedCardProps) {
  const { t } = useTranslation()
  const { span } = useFormat()
  const { data } = useQuery(shareQuery(shared.token))
  const { expires_at, download_limit, permission } = shared
  const now = Date.now()
  const state = linkState(shared, now)
  const timeLeft = expires_at === null ? null : span(Date.parse(expires_at) - now)
  const downloads = data?.attributes.downloads ?? shared.downloads
  const facts = [
    t(permission === 'editor' ? 'shares.can_edit' : 'shares.can_view'),
    shared.protected && t('shares.with_password'),
    data && t('shares.visits', { count: data.attributes.visits }),
    download_limit === null
      ? t('shares.downloads', { count: downloads })
      : t('shares.downloads_of', { done: downloads, count: download_limit }),
  ]
  return (
    <InfoCard
      label={t('shares.shared')}
      icon={Link}
      mark={
        state === 'open' ? (
          timeLeft && (
            <span className={classes.ends}>{t('shares.ends_in', { time: timeLeft })}</span>
          )
        ) : (
          <span className={classes.closed}>{t(`shares.${state}`)}</span>
        )
      }
    >
      <InfoFacts>{facts.filter(Boolean).join(' · ')}</InfoFacts>
      <InfoButtons>
        <Button
          variant="default"
          disabled={!data}
          onClick={() => data && void copyLink(data.attributes.link)}
        >
          {t('shares.copy')}
        </Button>
        <IconButton icon={SlidersHorizontal} label={t('shares.manage')} onClick={onManage} />
      </InfoButtons>
    </InfoCard>
  )
}
