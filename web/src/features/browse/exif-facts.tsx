import type { Item } from '@coffer/contract/items'
import { getItem } from '@coffer/contract/items'
import type { Exif } from '@coffer/contract/previews'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Fact } from './fact.tsx'

/** The thumbnail's address changes with the content. */
const exifQuery = ({ id, attributes }: Item) =>
  queryOptions({
    queryKey: ['exif', id, attributes.thumbnail?.xs],
    queryFn: async ({ signal }) =>
      (await api(getItem, { params: { id } }, { signal })).data.attributes.exif,
    enabled: attributes.thumbnail !== null && attributes.category === 'image',
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Shows the EXIF data of a picture. */
export function ExifFacts({ item }: { item: Item }) {
  const { t } = useTranslation()
  const { data: exif } = useQuery(exifQuery(item))
  const settings = useSettings(exif)
  const taken = useTaken(exif)
  if (!exif) return null
  return (
    <>
      <Fact label={t('exif.size')}>
        {exif.width} × {exif.height}
      </Fact>
      {exif.camera && <Fact label={t('exif.camera')}>{exif.camera}</Fact>}
      {exif.lens && <Fact label={t('exif.lens')}>{exif.lens}</Fact>}
      {settings && <Fact label={t('exif.settings')}>{settings}</Fact>}
      {taken && <Fact label={t('exif.taken')}>{taken}</Fact>}
      {exif.artist && <Fact label={t('exif.artist')}>{exif.artist}</Fact>}
      {exif.latitude !== null && exif.longitude !== null && (
        <Fact label={t('exif.place')}>
          {exif.latitude.toFixed(5)}, {exif.longitude.toFixed(5)}
        </Fact>
      )}
    </>
  )
}

/** For example 35 mm · f/2.8 · 1/125 s · ISO 200. */
function useSettings(exif: Exif | null | undefined): string {
  const format = useFormat()
  if (!exif) return ''
  const { focal_length_mm: focal, aperture, exposure_seconds: exposure, iso } = exif
  const isFraction = exposure !== null && exposure < 0.5
  return [
    focal !== null && `${format.number(Math.round(focal * 10) / 10)} mm`,
    aperture !== null && `f/${format.number(Math.round(aperture * 10) / 10)}`,
    exposure !== null &&
      `${isFraction ? `1/${format.number(Math.round(1 / exposure))}` : format.number(exposure)} s`,
    iso !== null && `ISO ${iso}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** In the camera's local time. */
function useTaken(exif: Exif | null | undefined): string {
  const format = useFormat()
  return exif?.taken_at ? format.dateTime(exif.taken_at) : ''
}
