import type { differences as english } from '../../en/admin/differences.ts'

export const differences: Record<keyof typeof english, string> = {
  'differences.kind_missing_here': 'Falta el pago aquí',
  'differences.kind_missing_there': 'Falta el pago en la pasarela',
  'differences.kind_amount': 'Importe del pago',
  'differences.kind_currency': 'Moneda del pago',
  'differences.kind_state': 'Estado del pago',
  'differences.kind_refund_missing_here': 'Falta el reembolso aquí',
  'differences.kind_refund_missing_there': 'Falta el reembolso en la pasarela',
  'differences.kind_refund_amount': 'Importe del reembolso',
  'differences.kind_refund_state': 'Estado del reembolso',
  'differences.kind_dispute_missing_here': 'Falta la disputa aquí',
  'differences.kind_dispute_amount': 'Importe de la disputa',
  'differences.kind_dispute_state': 'Estado de la disputa',
  'differences.text_missing_here':
    '{{gateway}} tiene un pago que no está registrado aquí. Sincronizar la suscripción del usuario suele registrarlo.',
  'differences.text_missing_there':
    'Aquí hay un pago que {{gateway}} no tiene. Compruébalo en el panel de {{gateway}}.',
  'differences.text_amount':
    'Los importes no coinciden. Los pagos con un importe inesperado no se aplican: reembólsalos en {{gateway}} o añade saldo al usuario.',
  'differences.text_currency':
    'Las monedas no coinciden. Comprueba el pago en el panel de {{gateway}}.',
  'differences.text_state':
    'El dinero solo se movió en un lado. Sincronizar la suscripción del usuario suele resolverlo.',
  'differences.text_refund_missing_here':
    '{{gateway}} tiene un reembolso que no está registrado aquí. Sincronizar la suscripción del usuario suele registrarlo.',
  'differences.text_refund_missing_there':
    'Aquí hay un reembolso que {{gateway}} no tiene. Compruébalo en el panel de {{gateway}}.',
  'differences.text_refund_amount':
    'Los importes de un reembolso no coinciden. Compruébalo en el panel de {{gateway}}.',
  'differences.text_refund_state':
    'Un reembolso solo se completó en un lado. Sincronizar la suscripción del usuario suele resolverlo.',
  'differences.text_dispute_missing_here':
    '{{gateway}} tiene una disputa que no está registrada aquí. Sincronizar la suscripción del usuario suele registrarla.',
  'differences.text_dispute_amount':
    'Los importes de una disputa no coinciden. Compruébala en el panel de {{gateway}}.',
  'differences.text_dispute_state':
    'Una disputa solo se perdió en un lado. Sincronizar la suscripción del usuario suele resolverlo.',
  'differences.search': 'Buscar usuario, factura o ID',
  'differences.kind': 'Diferencia',
  'differences.gateway': 'Pasarela',
  'differences.ours': 'Registrado aquí',
  'differences.theirs': 'En la pasarela',
  'differences.theirs_named': 'En {{gateway}}',
  'differences.missing': 'Falta',
  'differences.user': 'Usuario',
  'differences.user_unknown': 'Desconocido',
  'differences.invoice': 'Factura',
  'differences.status': 'Estado',
  'differences.status_open': 'Abierta',
  'differences.status_resolved': 'Resuelta',
  'differences.since': 'Detectada',
  'differences.subject': 'ID en la pasarela',
  'differences.payment': 'Pago',
  'differences.resolved': 'Resuelta',
  'differences.resolved_itself': 'Por una comparación posterior',
  'differences.details': 'Ver detalles',
  'differences.open_user': 'Abrir usuario',
  'differences.open_invoice': 'Abrir factura',
  'differences.transactions': 'Ver transacciones',
  'differences.resolve': 'Marcar como resuelta',
  'differences.resolve_help':
    'No cambia nada en la pasarela ni aquí. El motivo queda en el registro de auditoría.',
  'differences.resolve_done': 'Diferencia resuelta',
  'differences.found_one': '{{count, number}} diferencia',
  'differences.found_other': '{{count, number}} diferencias',
  'differences.found_more': 'Más de {{count, number}} diferencias',
  'differences.nothing': 'Ninguna diferencia coincide con la búsqueda y los filtros.',
  'differences.empty': 'No hay diferencias',
  'differences.empty_text':
    'Cada noche se comparan los pagos, reembolsos y disputas de las pasarelas con los registrados aquí. Lo que no coincide aparece aquí.',
}
