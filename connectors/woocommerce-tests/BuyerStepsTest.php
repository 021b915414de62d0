<?php
declare(strict_types=1);

use UcpHost\Carts\CartContent;
use UcpHost\Carts\CartTable;
use UcpHost\Checkout\BuyerSession;
use UcpHost\Checkout\Handoff;
use UcpHost\Pairing\Pairing;
use UcpHost\Steps\BuyerSteps;
use UcpHost\Steps\StepReport;
use UcpHost\Steps\StepTable;

/** Steps of an agent's buyer, from the checkout page to the report that the service takes. */
final class BuyerStepsTest extends ConnectorTestCase {

	private const SESSION = '0197c0de-6d7e-7b8a-9c1d-2e3f4a5b6c7d';
	private const CART    = '3f0c4a52-6d7e-4b8a-9c1d-2e3f4a5b6c7d';
	private const SECRET  = 'a secret of the webhooks';

	/** Statuses that the service answers with, the last one from then on. @var int[] */
	private array $answers = array();

	protected function setUp(): void {
		parent::setUp();
		wc_load_cart();
		Shop::sells( new WC_Product( 12 ), new WC_Product( 16 ) );
		$this->answers = array( 200 );
		Site::$answers = function (): array {
			$status = count( $this->answers ) > 1 ? array_shift( $this->answers ) : $this->answers[0];
			return array( 'status' => $status, 'body' => '{}' );
		};
		self::pair( 'https://shop.example' );
		$this->hand_over();
	}

	public function test_the_page_counts_as_opened_and_not_the_link_itself(): void {
		$this->assertSame( array(), self::steps() );
		$this->open( '' );
		$this->open( 'order-received' );
		$this->assertSame( array(), self::steps() );
		$this->open( 'checkout' );
		$this->assertSame( array( 'opened' ), self::steps() );
	}

	public function test_both_checkouts_tell_when_an_address_is_typed(): void {
		foreach ( array( '', 'billing_country=US', 'billing_address_1=+', 'billing_address_1[]=1' ) as $blank ) {
			BuyerSteps::form_changed( $blank );
		}
		BuyerSteps::customer_changed( new WC_Customer() );
		$this->assertSame( array(), self::steps() );
		BuyerSteps::form_changed( 'billing_country=US&billing_address_1=1+Main+St' );
		$this->assertSame( array( 'address' ), self::steps() );

		$this->setUp();
		$customer = new WC_Customer();
		$customer->set_shipping_address_1( '1 Main St' );
		BuyerSteps::customer_changed( $customer );
		$this->assertSame( array( 'address' ), self::steps() );
	}

	public function test_an_address_that_the_agent_gave_is_there_when_the_page_opens(): void {
		WC()->customer->set_shipping_address_1( '1 Main St' );
		$this->open( 'checkout' );
		$this->assertSame( array( 'opened', 'address' ), self::steps() );
	}

	public function test_an_order_is_a_payment_that_was_tried_until_it_is_paid(): void {
		BuyerSteps::ordered( self::order( false ) );
		$this->assertSame( array( 'payment' ), self::steps(), 'an order on delivery is processed, and its money is not there' );
		BuyerSteps::ordered( self::order( true ) );
		BuyerSteps::ordered( self::order( true, '' ) );
		$this->assertSame( array( 'payment', 'paid' ), self::steps() );
	}

	public function test_a_buyer_who_takes_the_goods_out_has_left(): void {
		WC()->cart->add_to_cart( 16, 1 );
		BuyerSteps::item_removed();
		$this->assertSame( array(), self::steps(), 'the agent’s goods are still there' );
		WC()->cart->empty_cart();
		WC()->cart->add_to_cart( 16, 1 );
		BuyerSteps::item_removed();
		$this->assertSame( array( 'left' ), self::steps() );
	}

	public function test_neither_an_order_nor_the_link_again_nor_a_cancellation_has_left(): void {
		Handoff::fill( CartTable::find( self::CART ) );
		$GLOBALS['wpdb']->carts[ self::CART ]['order_id'] = 77;
		BuyerSteps::left();
		CartTable::put( self::CART, self::SESSION, CartContent::of_array( array() ), CartTable::find( self::CART ) );
		BuyerSteps::left();
		$this->assertSame( array(), self::steps() );
	}

	public function test_each_step_costs_one_browser_one_row_once(): void {
		$this->open( 'checkout' );
		$cost = $GLOBALS['wpdb']->queries;
		$this->open( 'checkout' );
		$this->assertSame( $cost, $GLOBALS['wpdb']->queries );
	}

	public function test_other_visitors_cost_nothing(): void {
		BuyerSession::forget();
		$cost       = $GLOBALS['wpdb']->queries;
		Site::$read = array();
		$this->open( 'checkout' );
		BuyerSteps::form_changed( 'billing_address_1=1+Main+St' );
		BuyerSteps::customer_changed( WC()->customer );
		BuyerSteps::item_removed();
		BuyerSteps::left();
		$this->assertSame( array( $cost, array(), array() ), array( $GLOBALS['wpdb']->queries, Site::$read, self::steps() ) );
	}

	public function test_a_site_that_is_not_paired_and_a_copy_of_one_notice_nothing(): void {
		foreach ( array( null, 'https://staging.example' ) as $paired_as ) {
			delete_option( Pairing::OPTION );
			if ( $paired_as ) {
				self::pair( $paired_as );
			}
			BuyerSteps::ordered( self::order( false ) );
			StepReport::send();
		}
		$this->assertSame( array( array(), array(), array() ), array( self::steps(), Site::$requests, Site::$scheduled ) );
	}

	public function test_steps_are_reported_together_later_and_signed(): void {
		WC()->customer->set_shipping_address_1( '1 Main St' );
		$this->open( 'checkout' );
		$this->assertSame( array(), Site::$requests, 'the buyer’s page waits for nothing' );
		$this->assertGreaterThan( time(), Site::$scheduled[ StepReport::TASK ] );
		StepReport::send();
		StepReport::send();
		$this->assertCount( 1, Site::$requests );
		list( 'url' => $url, 'arguments' => $sent ) = Site::$requests[0];
		$this->assertSame( 'https://ucp.example/webhooks/corner-shop', $url );
		$this->assertSame( 0, $sent['redirection'] );
		$this->assertSame( base64_encode( hash_hmac( 'sha256', $sent['body'], self::SECRET, true ) ), $sent['headers']['X-WC-Webhook-Signature'] );
		$message = json_decode( $sent['body'], true );
		$this->goes_over_the_wire( 'buyerSteps', $message );
		$this->assertSame( array( 'opened', 'address' ), array_column( $message['buyer_steps'], 'step' ) );
		$this->assertSame( array( self::SESSION ), array_unique( array_column( $message['buyer_steps'], 'session_id' ) ) );
		$this->assertStringNotContainsString( 'Main St', $sent['body'] );
	}

	public function test_a_report_that_is_not_taken_is_tried_again_a_few_times_only(): void {
		$this->answers = array( 503 );
		$this->open( 'checkout' );
		$pauses = array();
		for ( $try = 0; $try < StepTable::MAX_TRIES; $try++ ) {
			unset( Site::$scheduled[ StepReport::TASK ] );
			StepReport::send();
			$pauses[] = isset( Site::$scheduled[ StepReport::TASK ] ) ? (int) round( ( Site::$scheduled[ StepReport::TASK ] - time() ) / 60 ) : null;
		}
		$this->assertSame( array( 1, 4, 16, 64, 256, null ), $pauses );
		StepReport::send();
		$this->assertCount( StepTable::MAX_TRIES, Site::$requests );
		BuyerSteps::ordered( self::order( true ) );
		$this->answers = array( 200 );
		StepReport::send();
		$this->assertSame( array( 'paid' ), array_column( json_decode( end( Site::$requests )['arguments']['body'], true )['buyer_steps'], 'step' ) );
	}

	public function test_a_service_that_does_not_answer_is_tried_again(): void {
		Site::$answers = static fn() => new WP_Error( 'http_request_failed', 'cURL error 28: Operation timed out' );
		$this->open( 'checkout' );
		StepReport::send();
		$this->assertSame( array( 1 ), array_column( $GLOBALS['wpdb']->steps, 'tries' ) );
	}

	public function test_steps_are_forgotten_with_their_carts_and_with_the_pairing(): void {
		$this->open( 'checkout' );
		StepTable::clean();
		$this->assertSame( array( 'opened' ), self::steps() );
		$GLOBALS['wpdb']->steps[ self::SESSION . ' opened' ]['reached_at'] = time() - 3 * DAY_IN_SECONDS;
		StepTable::clean();
		$this->assertSame( array(), self::steps() );
		StepTable::add( self::SESSION, 'paid' );
		StepTable::clear();
		$this->assertSame( array(), self::steps() );
	}

	private function hand_over(): void {
		$content = CartContent::of_array( array( 'items' => array( 12 => 2 ) ) );
		Handoff::fill( CartTable::put( self::CART, self::SESSION, $content, null ) );
	}

	private function open( string $page ): void {
		Shop::$page = $page;
		BuyerSteps::page_opened();
	}

	/** @return string[] */
	private static function steps(): array {
		return array_column( array_values( $GLOBALS['wpdb']->steps ), 'step' );
	}

	/** WooCommerce calls an order paid by its status, and also one that is paid on delivery. */
	private static function order( bool $has_date_paid, string $session = self::SESSION ): WC_Order {
		return new class( $has_date_paid, $session ) extends WC_Order {
			public function __construct( private bool $has_date_paid, private string $session ) {}

			public function is_paid(): bool {
				return true;
			}

			public function get_date_paid(): ?DateTimeImmutable {
				return $this->has_date_paid ? new DateTimeImmutable() : null;
			}

			public function get_meta( string $name ): string {
				return 'service_session_id' === $name ? $this->session : '';
			}
		};
	}

	private static function pair( string $site_url ): void {
		update_option(
			Pairing::OPTION,
			array(
				'service_url'     => 'https://ucp.example',
				'service_name'    => 'ucp-host',
				'service_token'   => 'a token of the site at the service',
				'store_slug'      => 'corner-shop',
				'store_name'      => 'Corner Shop',
				'webhook_address' => 'https://ucp.example/webhooks/corner-shop',
				'webhook_secret'  => self::SECRET,
				'manifest_url'    => 'https://ucp.example/api/ucp/corner-shop',
				'capabilities'    => array( 'cart' => true ),
				'connector_token' => 'a key of proofs',
				'site_url'        => $site_url,
				'code_hash'       => '',
				'paired_at'       => time(),
			)
		);
	}
}
