import { useNotify, useTranslate } from 'react-admin';
import { useState } from 'react';
import { saveFile } from '../components/saveFile.ts';
import { serverMessages } from '../components/serverError.ts';
import { useAppDataProvider } from '../providers/dataProvider.ts';
import { useRevealed } from './revealed.ts';

/** Saves attachments of a message, with the reason its content is shown for. */
export const useAttachmentFile = (id: number) => {
  const provider = useAppDataProvider();
  const notify = useNotify();
  const translate = useTranslate();
  const { revealed } = useRevealed();
  const [downloading, setDownloading] = useState(false);
  const save = async (attId: number, pdf: boolean) => {
    setDownloading(true);
    try {
      const input = { params: { id, attId }, query: pdf ? { pdf: 'true' } : {} };
      const file = await provider.call('attachments', 'get', input, { reason: revealed?.reason });
      saveFile(new Blob([new Uint8Array(file.bytes)], { type: file.mediaType }), file.name);
    } catch (error) {
      const words = [translate('inspector.attachments.downloadFailed'), ...serverMessages(error)];
      notify(words.join(' '), { type: 'error' });
    }
    setDownloading(false);
  };
  return { downloading, download: (attId: number, pdf = false) => void save(attId, pdf) };
};
