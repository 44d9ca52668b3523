import { type ComponentProps, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PickNote, PickOption, PickOptions, SearchPick } from './search-pick.tsx'
import { allZones, matches, type Zone, zoneOf } from './time-zones.ts'

/** Value of the choice of no zone; no zone has this name. */
const NO_ZONE = 'own'

interface NoZone extends Partial<Pick<Zone, 'city' | 'offset'>> {
  label: string
}

interface TimeZonePickProps {
  chosen: string | null
  /** The choice of no zone, with what it stands for. */
  noZone: NoZone
  button?: ComponentProps<typeof SearchPick>['button']
  onChoose: (zone: string | null) => void
}

/** Picks a time zone from a searchable list. */
export function TimeZonePick({ chosen, noZone, button, onChoose }: TimeZonePickProps) {
  const { t } = useTranslation()
  return (
    <SearchPick
      label={t('time_zone.title')}
      searchLabel={t('time_zone.search')}
      button={{
        maw: '100%',
        fw: 400,
        ...button,
        children: chosen ? zoneOf(chosen).city : noZone.label,
      }}
      width={320}
      position="bottom-end"
      onChoose={name => onChoose(name === NO_ZONE ? null : name)}
    >
      {typed => <Zones chosen={chosen} noZone={noZone} typed={typed} />}
    </SearchPick>
  )
}

interface ZonesProps extends Pick<TimeZonePickProps, 'chosen' | 'noZone'> {
  typed: string
}

function Zones({ chosen, noZone: { label, city = '', offset = '' }, typed }: ZonesProps) {
  const { t } = useTranslation()
  const zones = useMemo(() => allZones(chosen), [chosen])
  const matching = useMemo(() => zones.filter(zone => matches(zone, typed)), [zones, typed])
  return (
    <>
      <PickOptions label={t('time_zone.title')}>
        {typed.trim() === '' && (
          <PickOption
            value={NO_ZONE}
            name={label}
            note={city}
            after={offset}
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
