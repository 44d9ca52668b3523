import type { requests as en } from '../en/requests.ts'

export const requests: Record<keyof typeof en, string> = {
  'requests.default_name': 'Archivos pedidos el {{date}}',
}
