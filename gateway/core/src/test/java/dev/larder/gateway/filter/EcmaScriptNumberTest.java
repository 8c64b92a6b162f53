package dev.larder.gateway.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EcmaScriptNumberTest {

    private static final int NUMBERS = 10_000;

    /** RFC 8785 appendix B. */
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2"
    })
    void writesTheSamplesOfTheSpecification(String bits, String text) {
        assertThat(EcmaScriptNumber.format(Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16))))
                .isEqualTo(text);
    }

    /** At a power of two, the shortest decimal may be the one on the far side. */
    @ParameterizedTest
    @CsvSource({"0x1p-44, 5.684341886080802e-14", "0x1p-1022, 2.2250738585072014e-308", "0x1p-24, 5.960464477539063e-8"
    })
    void writesPowersOfTwoAsEcmaScriptDoes(String power, String text) {
        assertThat(EcmaScriptNumber.format(Double.parseDouble(power))).isEqualTo(text);
    }

    @Test
    void everyTextIsReadAsItsNumberAndIsNoLongerThanThePlatforms() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        for (int i = 0; i < NUMBERS; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                String text = EcmaScriptNumber.format(value);
                assertThat(Double.parseDouble(text)).as("seed %d", seed).isEqualTo(value);
                assertThat(digits(text))
                        .as("seed %d: %s", seed, text)
                        .isLessThanOrEqualTo(digits(Double.toString(value)));
            }
        }
    }

    @Test
    void theFormOfALiteralIsThatOfItsDoubleOrNone() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        int formed = 0;
        for (int i = 0; i < 10 * NUMBERS; i++) {
            String literal = literal(random);
            Optional<String> form = EcmaScriptNumber.canonical(literal);
            if (form.isPresent()) {
                formed++;
                assertThat(form)
                        .as("seed %d: %s", seed, literal)
                        .contains(EcmaScriptNumber.format(Double.parseDouble(literal)));
                assertThat(new BigDecimal(form.get()))
                        .as("seed %d: %s", seed, literal)
                        .isEqualByComparingTo(new BigDecimal(literal));
            }
        }
        assertThat(formed).as("seed %d", seed).isGreaterThan(NUMBERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e295", "1e-295", "1e99999999999", "12345678901234567890", "1234567890.12345678"})
    void numbersBeyondWhatIsCertainHaveNone(String literal) {
        assertThat(EcmaScriptNumber.canonical(literal)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1.0, 1", "-0, 0", "0e5, 0", "1E2, 100", "0.30000000000000004, 0.30000000000000004", "-1e-7, -1e-7"})
    void othersHaveOne(String literal, String text) {
        assertThat(EcmaScriptNumber.canonical(literal)).contains(text);
    }

    private static String literal(Random random) {
        var text = new StringBuilder(random.nextBoolean() ? "-" : "");
        text.append(random.nextInt(10));
        if (random.nextBoolean()) {
            text.append('.');
            for (int i = random.nextInt(17); i >= 0; i--) {
                text.append(random.nextInt(10));
            }
        }
        return random.nextInt(3) == 0
                ? text.append('e').append(random.nextInt(60) - 30).toString()
                : text.toString();
    }

    private static int digits(String text) {
        return new BigDecimal(text).stripTrailingZeros().precision();
    }
}
