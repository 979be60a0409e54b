import { alertKeyText } from '@forewarn/notify';

export const about = alertKeyText({ kind: 'forecast', projectId: 'shop', id: 42 }); // forecast 42 shop
