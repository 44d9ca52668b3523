import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Changed } from './items.ts'
import { Id } from './resource.ts'

/** They are shown in the panel and travel with the user, so there is an end to them. */
export const MOST_FAVOURITES = 500

const ids = z.array(Id).min(1).max(MOST_FAVOURITES)

export const addFavourites = endpoint({
  method: 'POST',
  path: '/api/favourites',
  access: 'user',
  summary: 'Marks items as favourites of the caller; all of them or none.',
  body: z.object({ ids }),
  response: Changed,
  status: 201,
})

export const removeFavourites = endpoint({
  method: 'DELETE',
  path: '/api/favourites',
  access: 'user',
  summary: 'Takes the mark off items.',
  body: z.object({ ids }),
  response: Changed,
})

export const removeFavourite = endpoint({
  method: 'DELETE',
  path: '/api/favourites/:id',
  access: 'user',
  summary: 'Takes the mark off one item.',
  params: z.object({ id: Id }),
  response: Changed,
})
