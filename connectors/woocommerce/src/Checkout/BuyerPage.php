<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Pricing\Items;
use UcpHost\Pricing\OpenChoices;
use WC_Product_Variation;

defined( 'ABSPATH' ) || exit;

/** Page for a buyer by itself: no theme or cart page can break or hide it. */
final class BuyerPage {

	public static function open( int $status, string $title ): void {
		status_header( $status );
		if ( ! headers_sent() ) {
			header( 'Content-Type: text/html; charset=UTF-8' );
			header( "Content-Security-Policy: frame-ancestors 'none'" );
		}
		?>
<!DOCTYPE html>
<html <?php language_attributes(); ?>>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title><?php echo esc_html( $title ); ?></title>
<style>
body { font: 1.1em/1.5 system-ui, sans-serif; max-width: 34em; margin: 10vh auto; padding: 0 1.5em; color: #1e1e1e; background: #fff; }
button, a { font: inherit; display: inline-block; padding: .6em 1.2em; border-radius: .3em; border: 1px solid #1e1e1e; margin: .3em .6em .3em 0; cursor: pointer; text-decoration: none; color: #1e1e1e; background: #fff; }
button, .go { background: #1e1e1e; color: #fff; }
</style>
</head>
<body>
<h1><?php echo esc_html( $title ); ?></h1>
		<?php
	}

	public static function say( string $text ): void {
		echo '<p>' . esc_html( $text ) . '</p>';
	}

	/** @param string[] $lines */
	public static function show( array $lines ): void {
		echo '<ul>';
		foreach ( $lines as $line ) {
			echo '<li>' . esc_html( html_entity_decode( wp_strip_all_tags( $line ), ENT_QUOTES, 'UTF-8' ) ) . '</li>';
		}
		echo '</ul>';
	}

	public static function link( string $url, string $text, string $look = 'keep' ): void {
		printf( '<a class="%s" href="%s">%s</a>', esc_attr( $look ), esc_url( $url ), esc_html( $text ) );
	}

	public static function close(): void {
		echo "</body>\n</html>\n";
	}

	/** @return string[] The lines of the visitor's cart. */
	public static function in_cart(): array {
		return array_map( static fn( $line ) => Items::title( $line['data'], $line['variation'] ?? null ) . ' × ' . $line['quantity'], array_values( WC()->cart->get_cart() ) );
	}

	/**
	 * @param array<int|string, int> $items Quantities by id.
	 * @return string[]
	 */
	public static function ordered( array $items ): array {
		$lines = array();
		foreach ( $items as $id => $quantity ) {
			$product = wc_get_product( (int) $id );
			$chosen  = $product instanceof WC_Product_Variation ? OpenChoices::attributes( $product, $id ) : null;
			$lines[] = ( $product ? Items::title( $product, $chosen ) : __( 'A product that the shop has removed', 'ucp-host' ) ) . ' × ' . $quantity;
		}
		return $lines;
	}
}
