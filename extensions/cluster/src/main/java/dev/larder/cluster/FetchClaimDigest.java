package dev.larder.cluster;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import dev.larder.cache.spi.CacheKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What stands for a request when gateways agree on one of them to make it: HMAC-SHA-256 of its key and credentials, under a
 * secret that all of them have. So credentials neither leave the gateway nor stay in its tables.
 *
 * <p>The first gateway makes the secret and leaves it where all share. Two that have different ones, as they began apart,
 * collapse nothing with one another.
 */
final class FetchClaimDigest {

    private static final String ALGORITHM = "HmacSHA256";
    private static final int LENGTH = 32;

    private final SecretKeySpec secret;

    FetchClaimDigest(byte[] secret) {
        this.secret = new SecretKeySpec(secret, ALGORITHM);
    }

    /** Under the secret of the gateways of that name; blocks. */
    static FetchClaimDigest shared(HazelcastInstance hazelcast, String cluster) {
        byte[] mine = new byte[LENGTH];
        new SecureRandom().nextBytes(mine);
        IMap<String, byte[]> secrets = hazelcast.getMap("larder-secrets");
        byte[] known = secrets.putIfAbsent("claims " + cluster, mine);
        return new FetchClaimDigest(known == null ? mine : known);
    }

    /** Of a request with this key and these credentials. */
    byte[] of(CacheKey key, String credentials) {
        byte[] encoded = key.encoded();
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, encoded.length));
            mac.update(encoded);
            return mac.doFinal(credentials.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
