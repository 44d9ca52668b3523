import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PickNote, PickOption, PickOptions, SearchPick } from '../../ui/search-pick.tsx'
import { Setting } from '../../ui/setting.tsx'
import { useUpdateSettings, useUser } from './account.api.ts'
import { allZones, matches, zoneOf } from './zones.ts'

/** Value of the browser's own time zone; no zone has this name. */
const BROWSER_ZONE = 'own'

export function TimeZoneChoice() {
  const { t } = useTranslation()
  const id = useId()
  const update = useUpdateSettings()
  const chosen = useUser().relationships.settings.data?.attributes.timezone ?? null
  return (
    <Setting id={id} title={t('time_zone.title')} text={t('time_zone.text')}>
      <SearchPick
        label={t('time_zone.title')}
        searchLabel={t('time_zone.search')}
        button={{
          maw: '100%',
          fw: 400,
          'aria-describedby': id,
          children: chosen ? zoneOf(chosen).city : t('time_zone.own'),
        }}
        width={320}
        position="bottom-end"
        onChoose={name => update.mutate({ timezone: name === BROWSER_ZONE ? null : name })}
      >
        {typed => <Zones chosen={chosen} typed={typed} />}
      </SearchPick>
    </Setting>
  )
}

function Zones({ chosen, typed }: { chosen: string | null; typed: string }) {
  const { t } = useTranslation()
  const zones = useMemo(() => allZones(chosen), [chosen])
  const matching = useMemo(() => zones.filter(zone => matches(zone, typed)), [zones, typed])
  const browserZone = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <>
      <PickOptions label={t('time_zone.title')}>
        {typed.trim() === '' && (
          <PickOption
            value={BROWSER_ZONE}
            name={t('time_zone.own')}
            note={browserZone.city}
            after={browserZone.offset}
            isChosen={chosen === null}
          />
        )}
        {matching.map(({ name, city, region, offset }) => (
          <PickOption
            key={name}
            value={name}
            name={city}
            note={region}
            after={offset}
            isChosen={name === chosen}
          />
        ))}
      </PickOptions>
      {matching.length === 0 && <PickNote>{t('time_zone.none')}</PickNote>}
    </>
  )
}
