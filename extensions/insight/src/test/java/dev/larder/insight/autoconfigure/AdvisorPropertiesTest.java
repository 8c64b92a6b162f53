package dev.larder.insight.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.larder.gateway.autoconfigure.StoreProperties;
import dev.larder.insight.advisor.TriedSizes;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;

/** What the settings of the advisor become. */
class AdvisorPropertiesTest {

    @ParameterizedTest
    @CsvSource({"1.0, 1", "0.99, 2", "0.5, 2", "0.49, 4", "0.1, 16", "0.0625, 16", "1e-300, 1073741824"})
    void roundsTheSampleRateDownToAPowerOfTwo(double rate, long oneIn) {
        var store = new Binder(List.of()).bindOrCreate("larder.store", StoreProperties.class);
        var settings = new AdvisorProperties(true, List.of(), rate).settings(store, TriedSizes.DEFAULT, 1);
        assertThat(settings.ghosts().oneIn()).isEqualTo(oneIn);
    }
}
