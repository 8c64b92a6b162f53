package dev.larder.acceptance.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.acceptance.dashboard.PrometheusScrape.Sample;
import dev.larder.acceptance.kit.ResponseScript;
import dev.larder.acceptance.kit.UniquePath;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page in a real browser: its numbers, its inspector, its buttons, and its looks. */
@Tag("thorough")
class DashboardTest {

    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final int WIDE = 1280;
    private static final int INTERVALS = 60;
    private static final Duration LOOKED_THROUGH_AGAIN = Duration.ofSeconds(6);

    @TempDir
    static Path writes;

    private static HeadlessBrowser browser;
    private static DashboardFixture shop;

    @BeforeAll
    static void open() {
        browser = HeadlessBrowser.start();
        shop = DashboardFixture.open(writes);
        shop.get("/products/0");
        shop.dashboard().tick();
        openPage();
        shop.visitors(INTERVALS);
        shop.trial();
    }

    @AfterAll
    static void close() {
        try {
            if (browser != null) {
                browser.close();
            }
        } finally {
            if (shop != null) {
                shop.close();
            }
        }
    }

    @BeforeEach
    void look() {
        browser.look(WIDE, false);
        shop.clock.advance(LOOKED_THROUGH_AGAIN);
        openPage();
    }

    @Test
    void thePageShowsTheSameNumbersAsTheMetrics() {
        PrometheusScrape scrape = PrometheusScrape.of(shop.management());
        for (String route : List.of("catalogue", "people")) {
            Map<String, String> ofRoute = Map.of("route", route);
            long requests = scrape.sum("larder_requests_total", ofRoute);
            long hits = scrape.sum("larder_requests_total", Map.of("route", route, "result", "hit"))
                    + scrape.sum("larder_requests_total", Map.of("route", route, "result", "stale"));
            assertThat(requests).isPositive();
            assertThat(cell("#table-routes", route, ".requests")).isEqualTo(requests);
            assertThat(cell("#table-routes", route, ".hits")).isEqualTo(hits);
        }
        assertThat(counts("#table-misses")).isNotEmpty().isEqualTo(positive(scrape, "larder_misses_total", "cause"));
        assertThat(counts("#table-not-stored")).isEqualTo(positive(scrape, "larder_not_stored_total", "reason"));
        assertThat(cell("#table-stores", "default", "td:nth-child(2)"))
                .isEqualTo(scrape.sum("larder_store_entries", Map.of("store", "default")));
    }

    @Test
    void numbersUpdateWithoutReloadingPage() {
        long before = cell("#table-routes", "people", ".requests");
        shop.get("/users/1");
        browser.until(there -> cell("#table-routes", "people", ".requests") == before + 1);
    }

    @Test
    void inspectorExplainsMissWithRfcSection() {
        String path = "/users" + UniquePath.next();
        shop.origin.on(path, ResponseScript.ok("secret", "Cache-Control", "no-store"));
        shop.get(path);

        inspect(path);

        assertThat(browser.text("#inspect-result .conclusion"))
                .isEqualTo("Not in the store. The origin said no-store.");
        assertThat(browser.all(".steps .stopped").stream().map(WebElement::getText))
                .anySatisfy(step -> assertThat(step).contains("Is anything stored under its key?", "RFC 9111 2"))
                .anySatisfy(step -> assertThat(step).contains("Does the response allow storing?", "RFC 9111 5.2.2.5"));
    }

    @Test
    void inspectorExplainsStoredResponse() {
        String path = "/users" + UniquePath.next();
        shop.origin.on(path, ResponseScript.ok("open", "Cache-Control", "max-age=60"));
        shop.get(path);

        inspect(path);

        assertThat(browser.text("#inspect-result .conclusion")).startsWith("Served from the store: fresh for another");
        assertThat(browser.all(".steps .stopped")).isEmpty();
        assertThat(browser.text("#inspect-result table")).contains("max-age=60");
    }

    @Test
    void inspectorReportsInvalidUrl() {
        WebElement field = browser.find("#inspect-url");
        field.sendKeys("ftp://shop.test/x", Keys.ENTER);
        browser.awaitText("#inspect-result .problem", "absolute");
        assertThat(browser.errors()).allMatch(error -> error.contains("400"));
    }

    @Test
    void purgeButtonPurgesOnlyAfterConfirmation() {
        String path = "/products" + UniquePath.next();
        shop.origin.on(path, ResponseScript.ok("p", "Cache-Control", "max-age=60"));
        shop.get(path);
        assertThat(shop.get(path).hit()).isTrue();

        press(purgeOfPool("products"), "no");
        assertThat(shop.get(path).hit()).isTrue();
        press(purgeOfPool("products"), "yes");

        browser.awaitText("#purge-result", "Purged the pool products: ");
        assertThat(shop.get(path).hit()).isFalse();
    }

    @Test
    void purgeFormWorksByKeyboard() {
        String path = "/products" + UniquePath.next();
        shop.origin.on(path, ResponseScript.ok("p", "Cache-Control", "max-age=60"));
        shop.get(path);

        browser.find("#purge-value").sendKeys("http://" + DashboardFixture.HOST + path, Keys.ENTER);
        browser.until(there -> browser.find("#confirm").isDisplayed());
        assertThat(browser.focused().getText()).isEqualTo("Keep");
        browser.focused().sendKeys(Keys.TAB);
        assertThat(browser.focused().getText()).isEqualTo("Purge");
        browser.focused().sendKeys(Keys.ENTER);

        browser.awaitText("#purge-result", "1 entry");
        assertThat(shop.get(path).hit()).isFalse();
    }

    @Test
    void firstTabStopIsLinkToFigures() {
        browser.find("body").sendKeys(Keys.TAB);
        assertThat(browser.focused().getText()).isEqualTo("To the figures");
    }

    @Test
    void everyPlotHasTableAndTextAlternative() {
        browser.until(there -> browser.all("figure .plot canvas").size() >= 2);
        for (WebElement figure : browser.all("main section figure")) {
            if (figure.findElements(By.cssSelector("canvas")).isEmpty()) {
                continue;
            }
            figure.findElement(By.cssSelector("summary")).click();
            browser.until(there ->
                    !figure.findElements(By.cssSelector("details tbody tr")).isEmpty());
            assertThat(figure.findElement(By.cssSelector("[role=img]")).getAttribute("aria-label"))
                    .contains("Latest: ");
        }
    }

    @Test
    void showsBufferedWritesAndAuditor() {
        browser.awaitText("#section-buffered-writes", "notes");
        browser.awaitText("#section-auditor", "Answers from the store that were checked");
    }

    @ParameterizedTest
    @ValueSource(ints = {WIDE, 400})
    void showsDryRunFindingsWithoutHorizontalScrolling(int width) {
        browser.look(width, false);
        openPage();

        browser.awaitText("#section-dry-run", "cookie session");
        assertThat(browser.text("#section-dry-run"))
                .contains("route trials, rule trial", "bodies differ in", "key.cookies")
                .doesNotContain("{\"");
        assertThat(browser.value("Math.max(...[...document.querySelectorAll('#section-dry-run .scroll')]"
                        + ".map(table => table.scrollWidth - table.clientWidth))"))
                .as("pixels by which a table is wider than what is seen of it")
                .isEqualTo(0L);
    }

    @Test
    void inspectorStatesThatRuleIsInDryRun() {
        inspect("/trial/page");

        assertThat(browser.text("#inspect-result .conclusion")).startsWith("In a dry run: ");
        assertThat(browser.text(".steps .stopped")).contains("Is its rule in use?", "The rule trial is in a dry run.");
    }

    @ParameterizedTest
    @CsvSource({"1280, false, light", "1280, true, dark", "420, false, light", "400, false, light", "400, true, dark"})
    void pageFitsEveryWidthInLightAndDarkMode(int width, boolean dark, String name) throws IOException {
        browser.look(width, dark);
        openPage();
        inspect("/users/me");

        assertThat((Long) browser.value("document.documentElement.scrollWidth"))
                .as("width of the page, which is not to be moved sideways")
                .isLessThanOrEqualTo(width);
        assertThat(
                        browser.value(
                                "[...document.querySelectorAll('.scroll')]"
                                        + ".filter(table => table.scrollWidth > table.clientWidth)"
                                        + ".map(table => table.closest('section').id + ': ' + table.innerText.slice(0, 60)).join('\\n')"))
                .as("tables that are wider than what is seen of them")
                .isEqualTo("");
        browser.shoot(SCREENSHOTS.resolve("dashboard-" + width + "-" + name + ".png"));
    }

    private static void openPage() {
        browser.open("http://127.0.0.1:" + shop.management() + "/larder");
        browser.awaitText("#state", "Live at");
        browser.find("#sections section");
    }

    private static void inspect(String path) {
        WebElement field = browser.find("#inspect-url");
        field.clear();
        field.sendKeys("http://" + DashboardFixture.HOST + path, Keys.ENTER);
        browser.find("#inspect-result .conclusion");
    }

    private static WebElement purgeOfPool(String pool) {
        return browser.find("button[aria-label='Purge the pool " + pool + "']");
    }

    private static void press(WebElement button, String answer) {
        button.click();
        WebElement choice = browser.find("#confirm button[value=" + answer + "]");
        choice.click();
        browser.until(there -> !browser.find("#confirm").isDisplayed());
    }

    /** The number in a cell of the row with that heading. */
    private static long cell(String table, String row, String css) {
        return row(table, row).stream()
                .findFirst()
                .map(line -> number(line.findElement(By.cssSelector(css)).getText()))
                .orElse(-1L);
    }

    private static List<WebElement> row(String table, String name) {
        return browser.all(table + " tbody tr").stream()
                .filter(line -> line.findElement(By.tagName("th")).getText().equals(name))
                .toList();
    }

    /** Cause and route of every row, with its count. */
    private static Map<String, Long> counts(String table) {
        return browser.all(table + " tbody tr").stream()
                .map(line -> line.findElements(By.cssSelector("th, td")).stream()
                        .map(WebElement::getText)
                        .toList())
                .collect(
                        Collectors.toMap(cells -> cells.get(0) + " of " + cells.get(1), cells -> number(cells.get(2))));
    }

    private static Map<String, Long> positive(PrometheusScrape scrape, String metric, String label) {
        return scrape.of(metric)
                .filter(sample -> sample.value() > 0)
                .collect(Collectors.groupingBy(
                        (Sample sample) -> sample.labels().get(label) + " of "
                                + sample.labels().get("route"),
                        Collectors.summingLong(sample -> Math.round(sample.value()))));
    }

    private static long number(String text) {
        return Long.parseLong(Arrays.stream(text.split(",")).collect(Collectors.joining()));
    }
}
