import { QRCodeSVG } from "qrcode.react";

/** Dark on white in either theme, as cameras expect it. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <QRCodeSVG
    value={text}
    title={label}
    role="img"
    size={224}
    marginSize={4}
    bgColor="#ffffff"
    fgColor="#000000"
    className="h-auto max-w-full self-center rounded-card"
  />
);
