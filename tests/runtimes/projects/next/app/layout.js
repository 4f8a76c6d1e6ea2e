// Without an icon, the browser asks for one and complains.
export const metadata = { icons: "data:," };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
