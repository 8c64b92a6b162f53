package dev.larder.dictionaries;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * What a client saves that fetches an API document again and again: 50 revisions of a list of 200 products, of which each changes
 * some. The figures are those of docs/dictionaries.md.
 */
class DictionarySavingsTest {

    private static final int REVISIONS = 50;
    private static final int PRODUCTS = 200;
    private static final int CHANGES = 6;
    private static final int ZSTD_LEVEL = 3;

    private final Random random = new Random(9842);
    private final List<Product> products = new ArrayList<>();

    private record Product(String id, String name, String description, int price, int stock, String updated) {

        String json() {
            return String.format(
                    Locale.ROOT,
                    "{\"id\":\"%s\",\"name\":\"%s\",\"description\":\"%s\",\"price\":{\"amount\":%d.%02d,"
                            + "\"currency\":\"EUR\"},\"stock\":%d,\"updatedAt\":\"%s\"}",
                    id,
                    name,
                    description,
                    price / 100,
                    price % 100,
                    stock,
                    updated);
        }
    }

    @Test
    void dczTransfersLessThanOneTenthOfGzipAndZstd() throws IOException {
        for (int i = 0; i < PRODUCTS; i++) {
            products.add(product());
        }
        long identity = 0;
        long gzip = 0;
        long zstd = 0;
        long dcz = 0;
        byte[] before = document();
        for (int revision = 1; revision < REVISIONS; revision++) {
            change(revision);
            byte[] document = document();
            identity += document.length;
            gzip += gzip(document);
            zstd += Zstd.compress(document, ZSTD_LEVEL).length;
            dcz += DczEncoder.encode(before, ContentHash.of(before), document).orElseThrow().length;
            before = document;
        }
        System.out.printf(
                Locale.ROOT,
                "%d transfers after the first: identity %,d, gzip %,d, zstd %,d, dcz %,d octets; dcz is %.1f %% of gzip%n",
                REVISIONS - 1,
                identity,
                gzip,
                zstd,
                dcz,
                100.0 * dcz / gzip);
        assertThat(dcz).isLessThan(gzip / 10).isLessThan(zstd / 10);
    }

    /** Prices and stocks change, a product goes, another comes. */
    private void change(int revision) {
        for (int i = 0; i < CHANGES; i++) {
            int at = random.nextInt(products.size());
            Product old = products.get(at);
            products.set(
                    at,
                    new Product(
                            old.id(),
                            old.name(),
                            old.description(),
                            old.price() + random.nextInt(200),
                            random.nextInt(500),
                            updated(revision)));
        }
        products.remove(random.nextInt(products.size()));
        products.add(random.nextInt(products.size()), product());
    }

    private Product product() {
        String id = new UUID(random.nextLong(), random.nextLong()).toString();
        return new Product(id, words(3), words(14), 100 + random.nextInt(99_900), random.nextInt(500), updated(0));
    }

    private String updated(int day) {
        return String.format(
                Locale.ROOT,
                "2026-%02d-%02dT%02d:%02d:%02dZ",
                1 + day / 28,
                1 + day % 28,
                random.nextInt(24),
                random.nextInt(60),
                random.nextInt(60));
    }

    /** Words of a vocabulary of 600. */
    private String words(int count) {
        var text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            var letters = new Random(random.nextInt(600));
            for (int j = 3 + letters.nextInt(7); j > 0; j--) {
                text.append((char) ('a' + letters.nextInt(26)));
            }
            text.append(i + 1 < count ? " " : "");
        }
        return text.toString();
    }

    private byte[] document() {
        return ("{\"items\":["
                        + String.join(",", products.stream().map(Product::json).toList())
                        + "],\"page\":1,\"total\":"
                        + products.size()
                        + "}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static int gzip(byte[] content) throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        }
        return compressed.size();
    }
}
