<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Carts\Cart;
use UcpHost\Pricing\Items;

defined( 'ABSPATH' ) || exit;

/** Asks before replacing a visitor's own cart, on a separate page that no theme can break. */
final class ReplaceQuestion {

	private const ANSWER = 'ucp_host_replace';

	public static function was_agreed( Cart $cart ): bool {
		$nonce = $_POST[ self::ANSWER ] ?? null;
		return is_string( $nonce ) && (bool) wp_verify_nonce( sanitize_key( $nonce ), self::action( $cart ) );
	}

	public static function ask( Cart $cart ): void {
		status_header( 200 );
		header( 'Content-Type: text/html; charset=UTF-8' );
		header( "Content-Security-Policy: frame-ancestors 'none'" );
		$yours = array_map( static fn( $line ) => Items::title( $line['data'] ) . ' × ' . $line['quantity'], WC()->cart->get_cart() );
		$new   = array();
		foreach ( $cart->content->items as $id => $quantity ) {
			$product = wc_get_product( $id );
			if ( $product ) {
				$new[] = Items::title( $product ) . ' × ' . $quantity;
			}
		}
		?>
<!DOCTYPE html>
<html <?php language_attributes(); ?>>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title><?php esc_html_e( 'Replace your cart?', 'ucp-host' ); ?></title>
<style>
body { font: 1.1em/1.5 system-ui, sans-serif; max-width: 34em; margin: 10vh auto; padding: 0 1.5em; color: #1e1e1e; background: #fff; }
button, .keep { font: inherit; display: inline-block; padding: .6em 1.2em; border-radius: .3em; border: 1px solid #1e1e1e; margin: .3em .6em .3em 0; cursor: pointer; text-decoration: none; color: #1e1e1e; background: #fff; }
button { background: #1e1e1e; color: #fff; }
</style>
</head>
<body>
<h1><?php esc_html_e( 'Replace your cart?', 'ucp-host' ); ?></h1>
<p><?php esc_html_e( 'There are already goods in your cart:', 'ucp-host' ); ?></p>
		<?php self::show( $yours ); ?>
<p><?php esc_html_e( 'If you go on, they are replaced by the order that your assistant has prepared:', 'ucp-host' ); ?></p>
		<?php self::show( $new ); ?>
<form method="post" action="<?php echo esc_url( $cart->checkout_url() ); ?>">
<input type="hidden" name="<?php echo esc_attr( self::ANSWER ); ?>" value="<?php echo esc_attr( wp_create_nonce( self::action( $cart ) ) ); ?>">
<button type="submit"><?php esc_html_e( 'Replace and go to checkout', 'ucp-host' ); ?></button>
<a class="keep" href="<?php echo esc_url( wc_get_cart_url() ); ?>"><?php esc_html_e( 'Keep my cart', 'ucp-host' ); ?></a>
</form>
</body>
</html>
		<?php
		exit;
	}

	/** @param string[] $lines */
	private static function show( array $lines ): void {
		echo '<ul>';
		foreach ( $lines as $line ) {
			echo '<li>' . esc_html( html_entity_decode( $line, ENT_QUOTES, 'UTF-8' ) ) . '</li>';
		}
		echo '</ul>';
	}

	private static function action( Cart $cart ): string {
		return self::ANSWER . '_' . $cart->id;
	}
}
