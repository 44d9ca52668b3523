import type { accountDeletion as en } from '../en/account-deletion.ts'

export const accountDeletion: Record<keyof typeof en, string> = {
  'archive.readme.title': 'Datos de {{name}} en {{app}}',
  'archive.readme.text':
    'Exportado el {{date}}. Los archivos de data/ son JSON. Las horas están en UTC.',
  'archive.readme.files': 'Tus archivos y carpetas, incluidas tus propias carpetas de equipo.',
  'archive.readme.trash': 'El contenido de tu papelera.',
  'archive.readme.profile': 'Tu perfil y tus ajustes.',
  'archive.readme.items':
    'Cada archivo y carpeta: su ruta en esta exportación, fechas, tipo de documento y valores de sus campos.',
  'archive.readme.favourites': 'Tus favoritos.',
  'archive.readme.shares': 'Tus enlaces compartidos, sin sus tokens ni contraseñas.',
  'archive.readme.upload_requests':
    'Tus solicitudes de archivos con sus listas de documentos y los archivos recibidos.',
  'archive.readme.team_folders':
    'Tus carpetas de equipo con sus miembros, las carpetas de equipo de las que eres miembro y las invitaciones.',
  'archive.readme.customers': 'Los clientes de tus carpetas de cliente.',
  'archive.readme.notifications': 'Tus notificaciones.',
  'archive.readme.sessions': 'Tus sesiones activas.',
  'archive.readme.access_tokens': 'Los nombres de tus tokens de acceso, no los tokens.',
  'archive.readme.passkeys': 'Los nombres de tus llaves de acceso.',
  'archive.readme.invoices': 'Tus facturas y facturas rectificativas en PDF.',
  'archive.readme.billing': 'Tus datos de facturación, tu saldo, tus facturas y tus transacciones.',
  'archive.readme.traffic': 'Tu tráfico diario de subida y descarga.',
  'archive.readme.without': 'Qué no incluye',
  'archive.readme.without_text':
    'Las versiones anteriores de los archivos, el contenido de carpetas de equipo de otras personas, las subidas sin terminar y las credenciales: contraseñas, tokens, llaves y enlaces.',
  'data_export.title': 'Exportar tus datos',
  'data_export.text':
    'Un ZIP con tus archivos, tus carpetas, tu papelera y los datos de tu cuenta. Disponible durante siete días.',
  'data_export.make': 'Crear exportación',
  'data_export.again': 'Intentar de nuevo',
  'data_export.ask':
    'Escribe tu contraseña para confirmar. Te avisaremos cuando la exportación esté lista.',
  'data_export.making': '{{done, number}} de {{total, number}} elementos',
  'data_export.making_text': 'Puedes salir de esta página. Te avisaremos cuando esté lista.',
  'data_export.cancel': 'Cancelar',
  'data_export.of': 'Exportación del {{date}}',
  'data_export.until': 'Disponible hasta el {{date}}',
  'data_export.download': 'Descargar',
  'data_export.failed': 'No se ha podido crear la exportación. No se ha perdido ningún dato.',
  'data_export.remove': 'Eliminar exportación',
  'data_export.remove_title': '¿Eliminar la exportación?',
  'data_export.remove_text':
    'Tus archivos no se ven afectados. Puedes crear otra exportación cuando quieras.',
  'account_deletion.title': 'Eliminar tu cuenta',
  'account_deletion.text':
    'Tu cuenta y sus datos se eliminan al momento. Esto no se puede deshacer. Las facturas se conservan el tiempo que exige la ley.',
  'account_deletion.open': 'Eliminar cuenta',
  'account_deletion.last_administrator': 'Da antes a otro usuario el rol de administrador.',
  'account_deletion.dialog': '¿Eliminar tu cuenta?',
  'account_deletion.lead': 'Esto se elimina al momento y no se puede recuperar:',
  'account_deletion.summary': 'Qué se eliminará',
  'account_deletion.files_one': '{{count, number}} archivo con sus versiones, {{size}}',
  'account_deletion.files_other': '{{count, number}} archivos con sus versiones, {{size}}',
  'account_deletion.folders_one': '{{count, number}} carpeta',
  'account_deletion.folders_other': '{{count, number}} carpetas',
  'account_deletion.shares_one': '{{count, number}} enlace compartido',
  'account_deletion.shares_other': '{{count, number}} enlaces compartidos',
  'account_deletion.upload_requests_one': '{{count, number}} solicitud de archivos',
  'account_deletion.upload_requests_other': '{{count, number}} solicitudes de archivos',
  'account_deletion.unfinished_uploads_one': '{{count, number}} subida sin terminar',
  'account_deletion.unfinished_uploads_other': '{{count, number}} subidas sin terminar',
  'account_deletion.team_folders_one': '{{count, number}} carpeta de equipo tuya',
  'account_deletion.team_folders_other': '{{count, number}} carpetas de equipo tuyas',
  'account_deletion.team_members_one':
    '{{count, number}} persona pierde el acceso a tus carpetas de equipo',
  'account_deletion.team_members_other':
    '{{count, number}} personas pierden el acceso a tus carpetas de equipo',
  'account_deletion.paid_plan':
    'Plan {{plan}}, vigente hasta el {{date}}. El tiempo pagado no se devuelve.',
  'account_deletion.metered_plan': 'Plan {{plan}}. El consumo hasta ahora se factura.',
  'account_deletion.free_plan': 'Plan {{plan}}',
  'account_deletion.balance': 'Saldo de {{amount}}, que no se devuelve',
  'account_deletion.debt': 'Facturas sin pagar por {{amount}}, que siguen pendientes',
  'account_deletion.end_subscription': 'Terminar la suscripción ahora, sin reembolso',
  'account_deletion.end_subscriptions': 'Terminar las suscripciones de pago ahora, sin reembolso',
  'account_deletion.must_end': 'Confírmalo para eliminar la cuenta',
  'account_deletion.stays': 'Lo que has añadido a carpetas de otras personas se queda allí.',
  'account_deletion.export_first': 'Exportar antes tus datos',
  'account_deletion.address': 'Tu correo electrónico',
  'account_deletion.delete': 'Eliminarlo todo',
  'notes.account_deleted': 'Tu cuenta se ha eliminado',
  'notes.account_deleted_text':
    'Se ha cerrado tu sesión en todos los dispositivos y tus datos se están eliminando.',
}
