// Without an icon, the browser requests one and logs an error.
export const metadata = { icons: "data:," };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
