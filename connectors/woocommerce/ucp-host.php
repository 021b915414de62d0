<?php
/**
 * Plugin Name:          UCP Host for WooCommerce
 * Plugin URI:           https://github.com/ucp-host/ucp-host
 * Description:          Lets AI shopping agents find your products and hand filled carts to your own checkout, through a ucp-host service.
 * Version:              0.1.0
 * Requires at least:    6.2
 * Requires PHP:         8.0
 * Requires Plugins:     woocommerce
 * WC requires at least: 8.2
 * WC tested up to:      11.0
 * Author:               The ucp-host contributors
 * Author URI:           https://github.com/ucp-host
 * License:              GPL-2.0-or-later
 * License URI:          https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain:          ucp-host
 * Domain Path:          /languages
 */

declare(strict_types=1);

namespace UcpHost;

defined( 'ABSPATH' ) || exit;

const VERSION     = '0.1.0';
const PLUGIN_FILE = __FILE__;

if ( PHP_VERSION_ID < 80000 ) {
	add_action(
		'admin_notices',
		static function () {
			/* translators: %s: a version of PHP */
			$message = sprintf( __( 'UCP Host needs PHP 8.0 or newer; this server runs %s. Ask your hosting provider for a newer one.', 'ucp-host' ), PHP_VERSION );
			echo '<div class="notice notice-error"><p>' . esc_html( $message ) . '</p></div>';
		}
	);
	return;
}

spl_autoload_register(
	static function ( string $class_name ): void {
		if ( ! str_starts_with( $class_name, __NAMESPACE__ . '\\' ) ) {
			return;
		}
		$file = __DIR__ . '/src/' . strtr( substr( $class_name, strlen( __NAMESPACE__ ) + 1 ), '\\', '/' ) . '.php';
		if ( is_file( $file ) ) {
			require $file;
		}
	}
);

// Setting up. Where a network activates the plugin for all its sites, each sets itself up on its own first visit.
register_activation_hook( __FILE__, array( Setup\Installation::class, 'activate' ) );
register_deactivation_hook( __FILE__, array( Setup\Installation::class, 'deactivate' ) );
add_action( 'before_woocommerce_init', array( Setup\Compatibility::class, 'declare' ) );
add_action( 'woocommerce_init', array( Setup\Installation::class, 'ensure' ) );
add_action( Setup\Installation::CLEANING, array( Carts\CartTable::class, 'clean' ) );
add_action( Setup\Installation::CLEANING, array( Steps\StepTable::class, 'clean' ) );
add_action( Setup\Installation::MENDING, array( Pairing\Connection::class, 'mend' ) );
add_action(
	'init',
	static function (): void {
		// phpcs:ignore PluginCheck.CodeAnalysis.DiscouragedFunctions.load_plugin_textdomainFound -- WordPress before 6.8 loads no translations of a plugin's own zip.
		load_plugin_textdomain( 'ucp-host', false, dirname( plugin_basename( PLUGIN_FILE ) ) . '/languages' );
	}
);

// Accepts the service's REST key: before WooCommerce (15), and before WordPress tries it as an application password (20).
add_filter( 'determine_current_user', array( Setup\KeyScope::class, 'sign_in' ), 14 );

// Pairing, and the page in the administration.
add_action( Pairing\Attempt::EXPIRY, array( Pairing\Attempt::class, 'end_expired' ) );
add_filter( 'http_request_host_is_external', array( Pairing\AllowedHosts::class, 'host' ), 10, 3 );
add_filter( 'http_allowed_safe_ports', array( Pairing\AllowedHosts::class, 'port' ), 10, 3 );
add_action( 'admin_menu', array( Admin\SettingsPage::class, 'add' ), 60 );
add_action( 'admin_init', array( Admin\Actions::class, 'register' ) );
add_action( 'admin_notices', array( Admin\Notices::class, 'show' ) );
add_filter( 'woocommerce_screen_ids', array( Admin\SettingsPage::class, 'introduce' ) );
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), array( Admin\SettingsPage::class, 'link' ) );

// Discovery on the shop's domain.
add_action( 'init', array( Discovery\WellKnown::class, 'answer' ), 0 );
add_filter( 'redirect_canonical', array( Discovery\WellKnown::class, 'keep_address' ) );
add_action( 'template_redirect', array( Discovery\WellKnown::class, 'refuse' ), PHP_INT_MAX );

// Routes for the service, and hooks that run inside WooCommerce only.
add_action( 'rest_api_init', array( Rest\Routes::class, 'register' ) );
add_filter( 'rest_pre_dispatch', array( Rest\Routes::class, 'leave_page_caches' ), 0, 3 );
add_filter( 'rest_post_dispatch', array( Rest\Routes::class, 'forbid_caching' ), 10, 3 );

add_filter( 'woocommerce_rest_orders_prepare_object_query', array( Rest\OrdersOfSession::class, 'narrow' ), 10, 2 );
add_filter( 'rest_post_dispatch', array( Rest\CartProblem::class, 'add' ), 10, 3 );

add_filter( 'woocommerce_rest_query_vars', array( Rest\NamedProducts::class, 'allow' ) );
add_filter( 'woocommerce_rest_product_object_query', array( Rest\NamedProducts::class, 'name' ), 10, 2 );
add_filter( 'posts_where', array( Rest\NamedProducts::class, 'narrow' ), 10, 2 );
add_filter( 'rest_post_dispatch', array( Rest\NamedProducts::class, 'mark' ), 10, 3 );
add_filter( 'rest_post_dispatch', array( Rest\ListCurrency::class, 'tell' ), 10, 3 );
add_filter( 'woocommerce_rest_prepare_product_object', array( Rest\ShownPrices::class, 'add' ), 10, 3 );
add_filter( 'woocommerce_rest_prepare_product_object', array( Rest\CategoryPaths::class, 'add' ), 10, 3 );
add_filter( 'woocommerce_rest_prepare_product_object', array( Rest\ProductVariations::class, 'reserve' ), 10, 3 );
add_filter( 'rest_request_after_callbacks', array( Rest\ProductVariations::class, 'fill' ), 10, 3 );

// The buyer's way: from the checkout address to one order that knows where it came from.
add_action( 'template_redirect', array( Checkout\Handoff::class, 'receive' ), 1 );
add_action( 'woocommerce_cart_emptied', array( Steps\BuyerSteps::class, 'left' ), 9 );
add_action( 'woocommerce_cart_emptied', array( Checkout\BuyerSession::class, 'forget' ) );

add_action( 'woocommerce_before_checkout_process', array( Checkout\OneOrder::class, 'before_form' ), 1 );
add_filter( 'rest_request_before_callbacks', array( Checkout\OneOrder::class, 'before_store_api' ), 10, 3 );
add_action( 'woocommerce_cart_loaded_from_session', array( Checkout\OneOrder::class, 'cart_loaded' ), 99 );
// After what plugins refuse: `CartRules` hears those alone.
add_action( 'woocommerce_store_api_cart_errors', array( Pricing\CartRules::class, 'heard_errors' ), PHP_INT_MAX );
add_action( 'woocommerce_store_api_cart_errors', array( Checkout\OneOrder::class, 'cart_checked' ), PHP_INT_MAX );
add_action( 'woocommerce_check_cart_items', array( Pricing\CartRules::class, 'begin' ), PHP_INT_MIN );
add_action( 'woocommerce_check_cart_items', array( Pricing\CartRules::class, 'heard' ), PHP_INT_MAX );
Checkout\PluginRefusals::listen();
add_filter( 'rest_request_after_callbacks', array( Checkout\OneOrder::class, 'after_store_api' ), 10, 3 );

add_action( 'woocommerce_checkout_create_order', array( Checkout\OrderMark::class, 'before_saving' ) );
add_action( 'woocommerce_new_order', array( Checkout\OrderMark::class, 'after_creating' ), 10, 2 );
add_action( 'woocommerce_checkout_order_processed', array( Checkout\OrderMark::class, 'placed' ), 1, 3 );
add_action( 'woocommerce_store_api_checkout_order_processed', array( Checkout\OrderMark::class, 'placed_by_store_api' ), 1 );
add_action( 'woocommerce_order_status_changed', array( Checkout\OrderMark::class, 'status_changed' ), 1, 4 );
add_action( 'woocommerce_admin_order_data_after_order_details', array( Checkout\OrderMark::class, 'show' ) );

// How far the buyer comes, at the classic and the block checkout. Orders report through their mark.
add_action( 'template_redirect', array( Steps\BuyerSteps::class, 'page_opened' ), 20 );
add_action( 'woocommerce_checkout_update_order_review', array( Steps\BuyerSteps::class, 'form_changed' ) );
add_action( 'woocommerce_store_api_cart_update_customer_from_request', array( Steps\BuyerSteps::class, 'customer_changed' ) );
add_action( 'woocommerce_store_api_checkout_update_customer_from_request', array( Steps\BuyerSteps::class, 'customer_changed' ) );
add_action( 'woocommerce_cart_item_removed', array( Steps\BuyerSteps::class, 'item_removed' ) );
add_action( Steps\StepReport::TASK, array( Steps\StepReport::class, 'send' ) );
