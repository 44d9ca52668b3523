import type { DIFFERENCE_KINDS } from '../../../billing-differences.ts'

const kinds = {
  'differences.kind_missing_here': 'Payment missing here',
  'differences.kind_missing_there': 'Payment missing at the gateway',
  'differences.kind_amount': 'Payment amount',
  'differences.kind_currency': 'Payment currency',
  'differences.kind_state': 'Payment state',
  'differences.kind_refund_missing_here': 'Refund missing here',
  'differences.kind_refund_missing_there': 'Refund missing at the gateway',
  'differences.kind_refund_amount': 'Refund amount',
  'differences.kind_refund_state': 'Refund state',
  'differences.kind_dispute_missing_here': 'Dispute missing here',
  'differences.kind_dispute_amount': 'Dispute amount',
  'differences.kind_dispute_state': 'Dispute state',
  'differences.text_missing_here':
    '{{gateway}} lists a payment that is not recorded here. Syncing the user’s subscription usually records it.',
  'differences.text_missing_there':
    'A payment is recorded here that {{gateway}} does not list. Check it in the dashboard of {{gateway}}.',
  'differences.text_amount':
    'The amounts differ. Payments of an unexpected amount are not applied: refund them at {{gateway}}, or add credit for the user.',
  'differences.text_currency':
    'The currencies differ. Check the payment in the dashboard of {{gateway}}.',
  'differences.text_state':
    'Money moved on one side only. Syncing the user’s subscription usually settles it.',
  'differences.text_refund_missing_here':
    '{{gateway}} lists a refund that is not recorded here. Syncing the user’s subscription usually records it.',
  'differences.text_refund_missing_there':
    'A refund is recorded here that {{gateway}} does not list. Check it in the dashboard of {{gateway}}.',
  'differences.text_refund_amount':
    'The amounts of a refund differ. Check it in the dashboard of {{gateway}}.',
  'differences.text_refund_state':
    'A refund succeeded on one side only. Syncing the user’s subscription usually settles it.',
  'differences.text_dispute_missing_here':
    '{{gateway}} lists a dispute that is not recorded here. Syncing the user’s subscription usually records it.',
  'differences.text_dispute_amount':
    'The amounts of a dispute differ. Check it in the dashboard of {{gateway}}.',
  'differences.text_dispute_state':
    'A dispute was lost on one side only. Syncing the user’s subscription usually settles it.',
} as const satisfies Record<
  `differences.${'kind' | 'text'}_${(typeof DIFFERENCE_KINDS)[number]}`,
  string
>

/** Differences between the payments of the gateways and ours. */
export const differences = {
  ...kinds,
  'differences.search': 'Search user, invoice or ID',
  'differences.kind': 'Difference',
  'differences.gateway': 'Gateway',
  'differences.ours': 'Recorded here',
  'differences.theirs': 'At the gateway',
  'differences.theirs_named': 'At {{gateway}}',
  'differences.missing': 'Missing',
  'differences.user': 'User',
  'differences.user_unknown': 'Unknown',
  'differences.invoice': 'Invoice',
  'differences.status': 'Status',
  'differences.status_open': 'Open',
  'differences.status_resolved': 'Resolved',
  'differences.since': 'Found',
  'differences.subject': 'ID at the gateway',
  'differences.payment': 'Payment',
  'differences.resolved': 'Resolved',
  'differences.resolved_itself': 'By a later comparison',
  'differences.details': 'Show details',
  'differences.open_user': 'Open user',
  'differences.open_invoice': 'Open invoice',
  'differences.transactions': 'Show transactions',
  'differences.resolve': 'Mark as resolved',
  'differences.resolve_help':
    'Nothing is changed at the gateway or here. The reason is recorded in the audit log.',
  'differences.resolve_done': 'Difference resolved',
  'differences.found_one': '{{count, number}} difference',
  'differences.found_other': '{{count, number}} differences',
  'differences.found_more': 'More than {{count, number}} differences',
  'differences.nothing': 'No difference matches the search and the filters.',
  'differences.empty': 'No differences',
  'differences.empty_text':
    'Every night payments, refunds and disputes at the gateways are compared with those recorded here. What differs appears here.',
} as const
