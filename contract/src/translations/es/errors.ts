import type { errors as en } from '../en/errors.ts'

export const errors: Record<keyof typeof en, string> = {
  'errors.request.invalid.title': 'Hay algo que revisar en el formulario',
  'errors.request.invalid.detail': 'Revisa los campos marcados e inténtalo de nuevo.',
  'errors.request.malformed.title': 'No se pudo leer la petición',
  'errors.request.malformed.detail': 'No tenía la forma esperada. No se ha cambiado nada.',
  'errors.request.timeout.title': 'La petición ha tardado demasiado',
  'errors.request.timeout.detail':
    'La conexión era demasiado lenta o se ha perdido. Inténtalo de nuevo.',
  'errors.request.too_large.title': 'Es demasiado de una vez',
  'errors.request.too_large.detail':
    'La petición es más grande de lo que admite este servidor. No se ha cambiado nada.',
  'errors.request.too_many.title': 'Demasiados intentos',
  'errors.request.too_many.detail': 'Espera un momento y vuelve a intentarlo.',
  'errors.request.csrf.title': 'Esta página ha caducado',
  'errors.request.csrf.detail': 'Vuelve a cargarla e inténtalo de nuevo. No se ha cambiado nada.',
  'errors.route.not_found.title': 'Aquí no hay nada',
  'errors.route.not_found.detail': 'Esta dirección no existe.',
  'errors.route.method_not_allowed.title': 'Así no es posible',
  'errors.route.method_not_allowed.detail': 'Esta dirección no admite ese tipo de llamada.',
  'errors.auth.required.title': 'Inicia sesión',
  'errors.auth.required.detail': 'No has iniciado sesión o tu sesión ha terminado.',
  'errors.auth.forbidden.title': 'No está permitido',
  'errors.auth.forbidden.detail': 'Tu cuenta no puede hacer esto.',
  'errors.auth.credentials.title': 'Los datos no coinciden',
  'errors.auth.credentials.detail': 'El correo o la contraseña no son correctos.',
  'errors.auth.credentials_or_unverified.title': 'Los datos no coinciden',
  'errors.auth.credentials_or_unverified.detail':
    'El correo o la contraseña no son correctos, o la dirección aún no está confirmada.',
  'errors.auth.registration_closed.title': 'El registro está cerrado',
  'errors.auth.registration_closed.detail':
    'Este servidor no admite cuentas nuevas por el momento.',
  'errors.auth.address_taken.title': 'No se pudo crear la cuenta',
  'errors.auth.address_taken.detail': 'Este correo no se puede usar para una cuenta nueva.',
  'errors.data_export.in_progress.title': 'Tu archivo se está preparando',
  'errors.data_export.in_progress.detail': 'Espera a que esté listo o cancélalo antes.',
  'errors.data_export.not_found.title': 'Ese archivo ya no existe',
  'errors.data_export.not_found.detail': 'Su plazo terminó o se eliminó. Prepara otro.',
  'errors.account.last_administrator.title': 'Eres la última persona que administra',
  'errors.account.last_administrator.detail':
    'Alguien tiene que cuidar de este servidor. Da antes a otra persona el papel de administrador.',
  'errors.auth.session_not_found.title': 'Esa sesión ya terminó',
  'errors.auth.session_not_found.detail': 'Ha terminado antes o nunca fue tuya.',
  'errors.auth.unverified.title': 'Antes confirma tu dirección',
  'errors.auth.unverified.detail':
    'Sigue el enlace del mensaje que hemos enviado a tu dirección y después inicia sesión.',
  'errors.auth.link_expired.title': 'Este enlace ya no sirve',
  'errors.auth.link_expired.detail': 'Ya se ha usado o ha caducado. Pide otro.',
  'errors.auth.bot_suspected.title': 'No hemos podido distinguirte de una máquina',
  'errors.auth.bot_suspected.detail': 'Inténtalo otra vez o con otro navegador.',
  'errors.auth.bot_check_unavailable.title': 'La comprobación contra máquinas no responde',
  'errors.auth.bot_check_unavailable.detail':
    'Ahora mismo no podemos distinguir personas de máquinas. Inténtalo dentro de unos minutos.',
  'errors.auth.two_factor_on.title': 'Ya está activada',
  'errors.auth.two_factor_on.detail':
    'La verificación en dos pasos está activada. Desactívala antes de configurarla de nuevo.',
  'errors.auth.two_factor_off.title': 'Está desactivada',
  'errors.auth.two_factor_off.detail':
    'La verificación en dos pasos no está activada en esta cuenta.',
  'errors.auth.second_step_expired.title': 'Inicia sesión otra vez',
  'errors.auth.second_step_expired.detail':
    'Este inicio de sesión tardó demasiado o tuvo demasiados códigos erróneos. Empieza de nuevo con tu contraseña.',
  'errors.auth.without_password.title': 'Todavía no tienes contraseña',
  'errors.auth.without_password.detail':
    'Te enviamos un mensaje con un enlace para elegir una: pídelo en la página de contraseña de tus ajustes.',
  'errors.auth.last_sign_in_method.title': 'Es tu única forma de entrar',
  'errors.auth.last_sign_in_method.detail':
    'Sin ella ya no podrías iniciar sesión. Elige primero una contraseña y luego quítala.',
  'errors.auth.linked_account_not_found.title': 'Esa cuenta no está vinculada',
  'errors.auth.linked_account_not_found.detail': 'Se ha quitado o nunca fue tuya.',
  'errors.auth.two_factor_required.title': 'Configura la verificación en dos pasos',
  'errors.auth.two_factor_required.detail':
    'Aquí es obligatoria. Configúrala para llegar a tus archivos.',
  'errors.auth.passkey_not_found.title': 'Esa llave ya no está',
  'errors.auth.passkey_not_found.detail': 'Se ha quitado o nunca fue tuya.',
  'errors.auth.passkey_refused.title': 'No se aceptó esa llave',
  'errors.auth.passkey_refused.detail':
    'Aquí no se conoce o tardó demasiado. Vuelve a intentarlo o entra con tu contraseña.',
  'errors.token.unknown.title': 'Este token no es válido',
  'errors.token.unknown.detail': 'Nunca se creó, ha caducado o se revocó.',
  'errors.token.read_only.title': 'Este token solo puede leer',
  'errors.token.read_only.detail': 'Usa un token con el alcance write. No se ha cambiado nada.',
  'errors.token.session_only.title': 'No con un token',
  'errors.token.session_only.detail':
    'Inicia sesión para esto: un token no puede hacerlo, tenga el alcance que tenga.',
  'errors.token.not_admin.title': 'Este token no puede administrar',
  'errors.token.not_admin.detail': 'Usa un token de administrador con el alcance admin.',
  'errors.token.not_found.title': 'Ese token ya no existe',
  'errors.token.not_found.detail': 'Ya se revocó, o nunca fue tuyo.',
  'errors.token.too_many.title': 'Demasiados tokens',
  'errors.token.too_many.detail':
    'Puedes tener {{limit}} tokens como máximo. Revoca uno que ya no uses.',
  'errors.setup.closed.title': 'Ya está instalado',
  'errors.setup.closed.detail':
    'Este servidor ya se ha configurado y su instalación está cerrada para siempre.',
  'errors.setup.code_wrong.title': 'Ese código no es correcto',
  'errors.setup.code_wrong.detail':
    'Usa el código de instalación que mostró el servidor al arrancar.',
  'errors.setup.needed.title': 'Aún no está instalado',
  'errors.setup.needed.detail': 'Primero hay que configurar este servidor.',
  'errors.item.not_found.title': 'No se ha encontrado',
  'errors.item.not_found.detail': 'No existe o no se ha compartido contigo.',
  'errors.item.wrong_type.title': 'No es posible con este elemento',
  'errors.item.wrong_type.detail': 'Se esperaba una carpeta y se indicó un archivo, o al revés.',
  'errors.item.into_itself.title': 'Una carpeta no cabe dentro de sí misma',
  'errors.item.into_itself.detail': 'Elige un lugar fuera de la carpeta. No se ha movido nada.',
  'errors.item.too_deep.title': 'Demasiadas carpetas anidadas',
  'errors.item.too_deep.detail':
    'Se pueden anidar hasta {{limit, number}} niveles de carpetas. Elige una carpeta más cercana a la raíz.',
  'errors.item.name_invalid.title': 'Este nombre no se puede usar',
  'errors.item.name_invalid.detail':
    'Un nombre tiene de 1 a 255 bytes, sin barras ni caracteres de control.',
  'errors.item.name_taken.title': 'Este nombre ya está en uso',
  'errors.item.name_taken.detail': 'Aquí ya hay un elemento con este nombre.',
  'errors.item.renamed_concurrently.title': 'Entretanto ha cambiado de nombre',
  'errors.item.renamed_concurrently.detail': 'Ahora se llama «{{name}}».',
  'errors.share.not_found.title': 'Este enlace no lleva a ningún sitio',
  'errors.share.not_found.detail':
    'Puede que haya caducado o que se haya retirado lo que mostraba. Pregunta a quien te lo dio.',
  'errors.share.locked.title': 'Este enlace tiene contraseña',
  'errors.share.locked.detail': 'Introduce la contraseña para continuar.',
  'errors.share.password_wrong.title': 'Esa no es la contraseña',
  'errors.share.password_wrong.detail': 'Revísala e inténtalo de nuevo.',
  'errors.share.unavailable.title': 'Vuelve dentro de un rato',
  'errors.share.unavailable.detail':
    'Por el momento no se puede llegar a lo que hay tras este enlace. Inténtalo más tarde.',
  'errors.share.exhausted.title': 'Este enlace ya se ha agotado',
  'errors.share.exhausted.detail':
    'Solo servía para un número de descargas. Pide otro a quien te lo dio.',
  'errors.share.exists.title': 'Este elemento ya tiene un enlace',
  'errors.share.exists.detail': 'Cambia el enlace que hay o termínalo antes.',
  'errors.item.moved_concurrently.title': 'Se acaba de mover',
  'errors.item.moved_concurrently.detail':
    'Alguien lo ha movido a los archivos de otra persona en este mismo momento. Inténtalo de nuevo.',
  'errors.team.move_out.title': 'Solo su propietario puede sacarlo',
  'errors.team.move_out.detail':
    'Lo que hay en una carpeta de equipo es de su propietario. Haz una copia donde la quieras tener.',
  'errors.team.within_team.title': 'Ya está en una carpeta de equipo',
  'errors.team.within_team.detail': 'Una carpeta de equipo no puede estar dentro de otra.',
  'errors.team.not_team_folder.title': 'No es una carpeta de equipo',
  'errors.team.not_team_folder.detail': 'Nadie más trabaja en esta carpeta.',
  'errors.team.own_address.title': 'Eres tú',
  'errors.team.own_address.detail': 'Ya estás en tu propia carpeta de equipo.',
  'errors.team.limit_reached.title': 'No caben más personas',
  'errors.team.limit_reached.detail':
    'En tus carpetas de equipo puede haber {{limit}} personas como máximo.',
  'errors.team.owner_stays.title': 'La carpeta es tuya',
  'errors.team.owner_stays.detail':
    'No puedes salir de tu propia carpeta de equipo. Disuélvela y volverá a ser una carpeta normal.',
  'errors.team.invitation_not_found.title': 'No existe esta invitación',
  'errors.team.invitation_not_found.detail':
    'Puede que la hayan retirado. Pide otra a quien te invitó.',
  'errors.team.invitation_used.title': 'Ya tiene respuesta',
  'errors.team.invitation_used.detail': 'Esta invitación ya se aceptó o se rechazó.',
  'errors.team.invitation_of_another.title': 'Es para otra dirección',
  'errors.team.invitation_of_another.detail':
    'Inicia sesión con la dirección a la que se envió la invitación.',
  'errors.upload_request.not_found.title': 'Esta solicitud no existe',
  'errors.upload_request.not_found.detail':
    'Puede que el enlace esté mal o que se haya retirado. Pregunta a quien te lo dio.',
  'errors.upload_request.unavailable.title': 'Vuelve dentro de un rato',
  'errors.upload_request.unavailable.detail':
    'Por el momento no se puede llegar a lo que hay tras este enlace. Inténtalo más tarde.',
  'errors.upload_request.gone.title': 'Esta solicitud está cerrada',
  'errors.upload_request.gone.detail':
    'Por este enlace ya no se puede enviar nada más. Lo que había llegado antes está a salvo.',
  'errors.upload_request.full.title': 'Esta solicitud no admite más',
  'errors.upload_request.full.detail':
    'Ya ha llegado todo lo que admitía, en archivos o en tamaño.',
  'errors.upload_request.type_not_allowed.title': 'No es lo que se pidió',
  'errors.upload_request.type_not_allowed.detail':
    '{{file}} no se puede enviar: esta solicitud solo admite {{types}}.',
  'errors.custom_folder.not_at_root.title': 'Solo entre tus archivos',
  'errors.custom_folder.not_at_root.detail': 'Solo se permite en carpeta raiz',
  'errors.favourite.too_many.title': 'Demasiados favoritos',
  'errors.favourite.too_many.detail':
    'Puedes tener {{limit}} favoritos. Quita antes la estrella a algunos.',
  'errors.document_type.not_found.title': 'Tipo de documento desconocido',
  'errors.document_type.not_found.detail': 'Este tipo de documento o esta subcategoría no existe.',
  'errors.document_type.name_taken.title': 'Este nombre ya existe',
  'errors.document_type.name_taken.detail': 'Ya hay otro con este nombre.',
  'errors.document_type.in_use.title': 'Todavía en uso',
  'errors.document_type.in_use.detail':
    'Hay elementos o subcategorías que lo usan. No se ha eliminado nada; asígnales otro primero.',
  'errors.document_type.field_in_use.title': 'Este campo tiene datos',
  'errors.document_type.field_in_use.detail':
    'Hay elementos con un valor en el campo {{field}}: se puede renombrar, pero no quitar ni cambiar de clase.',
  'errors.document_type.without_type.title': 'Primero hace falta un tipo',
  'errors.document_type.without_type.detail': 'Elige un tipo y rellena después sus campos.',
  'errors.upload.not_found.title': 'Subida no encontrada',
  'errors.upload.not_found.detail':
    'Se terminó, se abandonó o se limpió tras un día sin novedades.',
  'errors.upload.restricted.title': 'Las subidas están desactivadas',
  'errors.upload.restricted.detail': 'Esta cuenta no admite archivos nuevos por el momento.',
  'errors.download.restricted.title': 'Las descargas están desactivadas',
  'errors.download.restricted.detail':
    'Por el momento no se pueden descargar los archivos de esta cuenta.',
  'errors.folder.restricted.title': 'La creación de carpetas está desactivada',
  'errors.folder.restricted.detail': 'Por el momento no se pueden crear carpetas en esta cuenta.',
  'errors.upload.empty.title': 'El archivo está vacío',
  'errors.upload.empty.detail': 'El archivo {{file}} no se puede subir',
  'errors.upload.type_not_allowed.title': 'No se admite este tipo de archivo',
  'errors.upload.type_not_allowed.detail': 'Aquí no se permiten archivos del tipo {{type}}.',
  'errors.avatar.unreadable.title': 'Esta imagen no se puede usar',
  'errors.avatar.unreadable.detail': 'Elige una foto en JPEG, PNG, WebP, GIF, AVIF o HEIC.',
  'errors.avatar.too_large.title': 'La imagen es demasiado grande',
  'errors.avatar.too_large.detail':
    'Una imagen puede tener como máximo {{limit, bytes}} y {{megapixels}} megapíxeles.',
  'errors.upload.too_large.title': 'El archivo es demasiado grande',
  'errors.upload.too_large.detail': 'Un archivo puede tener como máximo {{limit, bytes}}.',
  'errors.upload.size_exceeded.title': 'Ha llegado más de lo anunciado',
  'errors.upload.size_exceeded.detail':
    'El archivo es más grande que el tamaño anunciado. Se ha abandonado.',
  'errors.upload.quota_exceeded.title': 'No hay espacio suficiente',
  'errors.upload.quota_exceeded.detail':
    'Tu almacenamiento está lleno. Libera espacio o vacía la papelera e inténtalo de nuevo.',
  'errors.upload.offset_conflict.title': 'Falta una parte',
  'errors.upload.offset_conflict.detail': 'La subida continúa en el byte {{offset}}.',
  'errors.upload.incomplete.title': 'El archivo aún no está completo',
  'errors.upload.incomplete.detail':
    'La última parte llegó demasiado pronto. La subida continúa en el byte {{offset}}.',
  'errors.upload.checksum_mismatch.title': 'Una parte se dañó por el camino',
  'errors.upload.checksum_mismatch.detail':
    'No se ha guardado. Envíala de nuevo desde el byte {{offset}}.',
  'errors.upload.parent_gone.title': 'La carpeta ya no está',
  'errors.upload.parent_gone.detail':
    'Se eliminó la carpeta de destino de este archivo. Lo que ha llegado se conserva.',
  'errors.remote.blocked_address.title': 'No desde esta dirección',
  'errors.remote.blocked_address.detail':
    'Solo se traen archivos de direcciones web públicas. Revisa los enlaces marcados e inténtalo de nuevo.',
  'errors.remote.too_many.title': 'Demasiados enlaces a la vez',
  'errors.remote.too_many.detail':
    'Pueden esperar {{limit}} como máximo. Inténtalo de nuevo cuando hayan llegado algunos.',
  'errors.remote.unreachable.title': 'Inaccesible',
  'errors.remote.unreachable.detail': 'Nada responde en esta dirección.',
  'errors.remote.too_slow.title': 'Demasiado lento',
  'errors.remote.too_slow.detail': 'El archivo no llegó a tiempo.',
  'errors.remote.too_many_redirects.title': 'Da vueltas',
  'errors.remote.too_many_redirects.detail': 'El enlace lleva de una dirección a otra.',
  'errors.remote.refused.title': 'No lo entregan',
  'errors.remote.refused.detail':
    'El otro servidor respondió {{status}}. Puede que el enlace sea incorrecto o pida iniciar sesión.',
  'errors.remote.compressed.title': 'No como archivo',
  'errors.remote.compressed.detail': 'El otro servidor solo lo entrega comprimido.',
  'errors.remote.connection_lost.title': 'Interrumpido',
  'errors.remote.connection_lost.detail':
    'La conexión terminó antes de que llegara todo el archivo.',
  'errors.remote.web_page.title': 'Una página web, no el archivo',
  'errors.remote.web_page.detail':
    'Llegó una página web en lugar del archivo. Puede que el enlace pida iniciar sesión.',
  'errors.remote.interrupted.title': 'Interrumpido',
  'errors.remote.interrupted.detail': 'El servidor se reinició demasiadas veces mientras tanto.',
  'errors.storage.full.title': 'El disco del servidor está lleno',
  'errors.storage.full.detail':
    'No se ha podido guardar; lo demás no ha cambiado. Elimina archivos y vacía la papelera, o pide a un administrador que libere espacio. Después, vuelve a intentarlo.',
  'errors.storage.unavailable.title': 'El almacén de archivos no responde',
  'errors.storage.unavailable.detail':
    'Inténtalo de nuevo en un momento. Lo que había antes no ha cambiado.',
  'errors.internal.title': 'Algo ha fallado por nuestra parte',
  'errors.internal.detail': 'Hemos tomado nota. Inténtalo de nuevo en un momento.',
  'validation.name.empty': 'Ponle un nombre.',
  'validation.name.dots': 'Un nombre no puede tener solo puntos.',
  'validation.name.characters': 'Un nombre no puede llevar barras ni caracteres de control.',
  'validation.name.length': 'Un nombre puede tener como máximo 255 bytes.',
  'validation.long': 'Es demasiado largo.',
  'validation.number': 'Tiene que ser un número.',
  'validation.date': 'Tiene que ser un día, como 2026-04-30.',
  'validation.boolean': 'Tiene que ser sí o no.',
  'validation.color': 'Elige uno de los colores.',
  'validation.bytes': 'Tiene que ser un número entero de bytes.',
  'validation.checksum': 'No es una suma de comprobación SHA-256.',
  'validation.email': 'No parece una dirección de correo.',
  'validation.message.long': 'Es demasiado largo para un mensaje.',
  'validation.password.short': 'Usa al menos 8 caracteres.',
  'validation.code': 'Un código tiene seis cifras.',
  'validation.code_wrong': 'Este código no es correcto o ya se usó.',
  'validation.recovery_code': 'Un código de recuperación tiene diez letras y cifras.',
  'validation.proof_code':
    'Un código tiene seis cifras; uno de recuperación, diez letras y cifras.',
  'validation.recovery_code_wrong': 'Este código de recuperación no es correcto o ya se usó.',
  'validation.password.long': 'Usa como máximo 128 caracteres.',
  'validation.password.common':
    'Esta contraseña está entre las más usadas, y por eso entre las primeras que se prueban. Elige otra.',
  'validation.password.own_words':
    'Está hecha sobre todo de tu nombre, tu dirección o el nombre de este sitio. Añade otras palabras.',
  'validation.own_address': 'Esta no es la dirección de tu cuenta.',
  'validation.password.wrong': 'Esta no es tu contraseña actual.',
  'validation.url': 'Esto no es una dirección web.',
  'validation.address_blocked': 'No se traen archivos de esta dirección.',
  'validation.required': 'Este dato es necesario.',
  'validation.digits': 'Usa solo cifras, 20 como mucho.',
  'validation.invalid': 'Este valor no es válido.',
}
