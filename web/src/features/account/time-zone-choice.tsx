import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Setting } from '../../ui/setting.tsx'
import { TimeZonePick } from '../../ui/time-zone-pick.tsx'
import { zoneOf } from '../../ui/time-zones.ts'
import { useUpdateSettings, useUser } from './account.api.ts'

export function TimeZoneChoice() {
  const { t } = useTranslation()
  const id = useId()
  const update = useUpdateSettings()
  const chosen = useUser().relationships.settings.data?.attributes.timezone ?? null
  const browserZone = zoneOf(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return (
    <Setting id={id} title={t('time_zone.title')} text={t('time_zone.text')}>
      <TimeZonePick
        chosen={chosen}
        noZone={{ label: t('time_zone.own'), city: browserZone.city, offset: browserZone.offset }}
        button={{ 'aria-describedby': id }}
        onChoose={timezone => update.mutate({ timezone })}
      />
    </Setting>
  )
}
