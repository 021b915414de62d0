<?php
declare(strict_types=1);

namespace UcpHost\Checkout;

use UcpHost\Carts\Cart;

defined( 'ABSPATH' ) || exit;

/** Asks before replacing a visitor's own cart. */
final class ReplaceQuestion {

	private const ANSWER = 'ucp_host_replace';

	/** True for a form of another site: browsers send it without the visitor's session, so that its cart seems to be empty. */
	public static function is_without_session(): bool {
		$method = isset( $_SERVER['REQUEST_METHOD'] ) ? sanitize_key( wp_unslash( $_SERVER['REQUEST_METHOD'] ) ) : '';
		return 'post' === $method && ! WC()->session->has_session();
	}

	public static function was_agreed( Cart $cart ): bool {
		$nonce = isset( $_POST[ self::ANSWER ] ) && is_string( $_POST[ self::ANSWER ] ) ? sanitize_key( wp_unslash( $_POST[ self::ANSWER ] ) ) : '';
		$age   = wp_verify_nonce( $nonce, self::action( $cart ) );
		return false !== $age;
	}

	public static function ask( Cart $cart ): void {
		BuyerPage::open( 200, __( 'Replace your cart?', 'ucp-host' ) );
		BuyerPage::say( __( 'There are already goods in your cart:', 'ucp-host' ) );
		BuyerPage::show( BuyerPage::in_cart() );
		BuyerPage::say( __( 'If you go on, they are replaced by the order that your assistant has prepared:', 'ucp-host' ) );
		BuyerPage::show( BuyerPage::ordered( $cart->content->items ) );
		$details = is_user_logged_in() ? array() : $cart->content->details();
		if ( $details ) {
			BuyerPage::say( __( 'The checkout is filled in with these details:', 'ucp-host' ) );
			BuyerPage::show( $details );
		}
		?>
<form method="post" action="<?php echo esc_url( $cart->checkout_url() ); ?>">
<input type="hidden" name="<?php echo esc_attr( self::ANSWER ); ?>" value="<?php echo esc_attr( wp_create_nonce( self::action( $cart ) ) ); ?>">
<button type="submit"><?php esc_html_e( 'Replace and go to checkout', 'ucp-host' ); ?></button>
		<?php
		BuyerPage::link( wc_get_cart_url(), __( 'Keep my cart', 'ucp-host' ) );
		echo '</form>';
		BuyerPage::close();
	}

	/** Bound to the session: WordPress gives all guests of a site the same nonces. */
	private static function action( Cart $cart ): string {
		return self::ANSWER . '_' . $cart->id . '_' . BuyerSession::fingerprint();
	}
}
