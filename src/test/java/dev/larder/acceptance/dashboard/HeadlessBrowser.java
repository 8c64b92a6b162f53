package dev.larder.acceptance.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.ExpectedCondition;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Chromium without a window. Closing it fails if a page has logged an error, such as a breach of its policy. */
public final class HeadlessBrowser implements AutoCloseable {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final String DRIVER = "chromedriver";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ChromeDriver driver;

    private HeadlessBrowser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Starts it; where there is none, the tests that need it are skipped. */
    public static HeadlessBrowser start() {
        Optional<File> chromium =
                NAMES.stream().flatMap(HeadlessBrowser::installed).findFirst();
        Optional<File> chromedriver = installed(DRIVER).findFirst();
        assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(),
                "The page is not looked at: there is no Chromium with its driver. Debian has them in chromium and"
                        + " chromium-driver.");
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        var options = new ChromeOptions();
        options.setBinary(chromium.get());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--no-first-run",
                "--no-proxy-server",
                "--hide-scrollbars");
        options.setCapability("goog:loggingPrefs", logs);
        var service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromedriver.get())
                .usingAnyFreePort()
                .build();
        return new HeadlessBrowser(new ChromeDriver(service, options));
    }

    private static Stream<File> installed(String name) {
        return Stream.of("/usr/bin", "/usr/local/bin")
                .map(folder -> new File(folder, name))
                .filter(File::canExecute);
    }

    public void open(String url) {
        driver.get(url);
    }

    /** The element of this selector, once it is there. */
    public WebElement find(String css) {
        return until(there -> there.findElement(By.cssSelector(css)));
    }

    List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    String text(String css) {
        return find(css).getText();
    }

    /** Waits until the text of this element contains that. */
    void awaitText(String css, String text) {
        until(there -> there.findElement(By.cssSelector(css)).getText().contains(text));
    }

    public <T> T until(ExpectedCondition<T> condition) {
        return new WebDriverWait(driver, PATIENCE)
                .withMessage(() ->
                        "the page says " + value("document.body.innerText.slice(0, 500)") + " and logs " + errors())
                .pollingEvery(Duration.ofMillis(50))
                .ignoring(org.openqa.selenium.NoSuchElementException.class)
                .ignoring(org.openqa.selenium.StaleElementReferenceException.class)
                .until(condition);
    }

    /** The value of an expression in the page. */
    public Object value(String script) {
        return driver.executeScript("return " + script);
    }

    /** Where the focus is. */
    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    /** Looks at it through a window of that width, by day or by night, without movements that clicks would have to wait for. */
    void look(int width, boolean dark) {
        command(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
        command(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Keeps a picture of the whole page. */
    void shoot(Path file) throws IOException {
        driver.executeScript("scrollTo(0, 0)");
        Object height = value("document.documentElement.scrollHeight");
        Object width = value("document.documentElement.clientWidth");
        var answer = command(
                "Page.captureScreenshot",
                Map.of(
                        "captureBeyondViewport",
                        true,
                        "clip",
                        Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)));
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode((String) answer.get("data")));
    }

    /** What pages have logged as errors since the last look, requests that the test has refused aside. */
    public List<String> errors() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    private Map<String, Object> command(String name, Map<String, Object> arguments) {
        return driver.executeCdpCommand(name, arguments);
    }

    @Override
    public void close() {
        try {
            assertThat(errors()).as("errors that pages have logged").isEmpty();
        } finally {
            driver.quit();
        }
    }
}
